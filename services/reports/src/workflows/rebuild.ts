import type { accounts, commerce, fiscalCfdi, satSync } from '@timbre/contract';
import { documentRef, lastIn } from '@timbre/fiscal';
import { nilUuid, type CallContext, type Run } from '@timbre/kit';
import { expenseShape } from '../domain/expense-facts';
import type { Owners as OwnersOf } from '../domain/ports';
import { applyFacts } from '../store/apply-facts';
import { countedRefs } from '../store/counted-refs';
import { storeDeclaration, storeTaxProfile } from '../store/taxes';
import { ingestCfdi } from './ingest-cfdi';
import { ingestDebt } from './ingest-debt';
import { ingestExpense } from './ingest-expense';
import { ingestReceipt } from './ingest-receipt';
import type { Ingest } from './ingesting';

/** Clients of the services that own the counted documents of an organization. */
export type Owners = OwnersOf<
  CallContext,
  fiscalCfdi.Cfdi,
  satSync.ListTaxFactsResponse,
  commerce.SalesReceipt,
  commerce.Expense,
  accounts.DocumentBalance
>;

export interface Rebuilt {
  cfdi: number;
  declarations: number;
  receipts: number;
  expenses: number;
  debts: number;
  /** The number of documents whose facts differed from the data of their owning service. */
  corrected: number;
}

/**
 * Recalculates all facts of an organization as if the owning services emitted all events again.
 * Each transaction handles one page of documents. Reports can be read during a rebuild. An event
 * that arrives during the rebuild is applied if it has a newer version of its document.
 */
export async function rebuild(run: Run, owners: Owners, now: () => Date): Promise<Rebuilt> {
  const { context } = run;
  const cfdi = await ingestAll(run, {
    read: (after) => owners.cfdi(context, after),
    keyOf: ({ cfdiId }) => cfdiId,
    ingest: ingestCfdi,
    now,
  });
  const receipts = await ingestAll(run, {
    read: (after) => owners.receipts(context, after),
    keyOf: ({ receiptId }) => receiptId,
    ingest: ingestReceipt,
    now,
  });
  const expenses = await ingestAll(run, {
    read: (after) => owners.expenses(context, after),
    keyOf: ({ expenseId }) => expenseId,
    ingest: ingestExpense,
    now,
  });
  const gone = await dropGone(run, owners, now);
  const debts = await ingestAll(run, {
    read: (after) => owners.debts(context, after),
    keyOf: (debt) => debt.documentRef,
    ingest: ingestDebt,
    now,
  });
  const declarations = await rebuildTaxes(run, owners, now);
  const corrected =
    gone + [cfdi, receipts, expenses, debts].reduce((sum, one) => sum + one.corrected, 0);
  return {
    cfdi: cfdi.count,
    declarations,
    receipts: receipts.count,
    expenses: expenses.count,
    debts: debts.count,
    corrected,
  };
}

interface Owned<Document> {
  read: (after: string | undefined) => Promise<readonly Document[]>;
  keyOf: (document: Document) => string;
  ingest: Ingest<Document>;
  now: () => Date;
}

async function ingestAll<Document>(run: Run, { read, keyOf, ingest, now }: Owned<Document>) {
  const announced = { count: 0, corrected: 0 };
  for (let after: string | undefined; ;) {
    const page = await read(after);
    if (page.length === 0) return announced;
    const owned = page.map((document) => ({ document, announcedAt: now() }));
    announced.corrected += await run.step((tx) => ingest(tx, owned, true));
    announced.count += page.length;
    after = keyOf(lastIn(page));
  }
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Removes the facts of expenses that do not exist in commerce.
 * @returns the number of removed expenses
 */
async function dropGone(run: Run, owners: Owners, now: () => Date): Promise<number> {
  let dropped = 0;
  for (let after: string = nilUuid; after !== lastId;) {
    const from = after;
    const upTo = (await owners.expenses(run.context, from)).at(-1)?.expenseId ?? lastId;
    const [first, last] = [documentRef('expense', from), documentRef('expense', upTo)];
    const counted = await run.step((tx) => countedRefs(tx, expenseShape, first, last));
    // The service commerce is called a second time, because an expense may have been added after
    // its first response.
    const page = counted.length === 0 ? [] : await owners.expenses(run.context, from);
    const has = new Set<string>(page.map(({ expenseId }) => documentRef('expense', expenseId)));
    const gone = counted.filter(({ ref }) => !has.has(ref));
    const nothing = gone.map((one) => ({ ...one, lines: [], announcedAt: now() }));
    await run.step((tx) => applyFacts(tx, expenseShape, nothing, true));
    dropped += gone.length;
    after = upTo;
  }
  return dropped;
}

async function rebuildTaxes(run: Run, owners: Owners, now: () => Date): Promise<number> {
  let count = 0;
  for (let afterId: string | undefined; ;) {
    const { declarations, taxProfiles } = await owners.taxFacts(run.context, afterId);
    await run.step(async (tx) => {
      for (const profile of taxProfiles) await storeTaxProfile(tx, profile);
      for (const declaration of declarations) await storeDeclaration(tx, declaration, now(), true);
    });
    if (declarations.length === 0) return count;
    count += declarations.length;
    afterId = lastIn(declarations).declarationId;
  }
}
