import { setTimeout as sleep } from 'node:timers/promises';
import type { commerce } from '@timbre/contract';
import { certain, Decimal, documentRef, lastIn } from '@timbre/fiscal';
import { nilUuid, type CallContext, type Refusal, type Run, type Transaction } from '@timbre/kit';
import { factsOfCfdi, factsOfReceipt, factsOfRefund, type Facts } from '../domain/facts';
import { entriesTo, targetOfPayment, type Amounts } from '../domain/open-item';
import type { OwnedDocuments } from '../domain/ports';
import { lockKeys, restoreFacts } from '../store/documents';
import { post, type OpenItemEntries, type NewTransaction } from '../store/ledger';
import { openItemOfPayment } from '../store/payments';
import {
  dropDocument,
  keptRefs,
  paymentsAfter,
  postedPayments,
  projectionOf,
  restoreBalances,
  restoreDailyApplications,
  storedOpenItems,
  unequalBalances,
  unequalDays,
  type PostedPayment,
  type Projection,
} from '../store/rebuild';
import { keepMoneyBack } from './keep-money-back';
import { factsOf } from './post-expense';
import { settleOpenItem } from './settle-open-item';

export type Owners = OwnedDocuments<CallContext, commerce.Expense, commerce.OwedReceipt>;

/**
 * A database row whose stored values differ from the rebuilt values, with the differing fields;
 * null for a missing row.
 */
interface Difference {
  table: string;
  key: string;
  kept: Record<string, unknown> | null;
  rebuilt: Record<string, unknown> | null;
  /** The reason why the rebuild does not correct the difference. */
  because?: string;
}

export interface Rebuilt {
  /** The number of documents that the owning services have. */
  documents: number;
  differences: Difference[];
}

/** The work that one step of a rebuild does. */
interface Work {
  facts: Facts[];
  /** The references of expenses that were deleted. */
  gone: string[];
  payments: string[];
  accounts: string[];
  /** The open items whose stored sums per day differ from the sums of their applications. */
  days: string[];
}

const nothing: Work = { facts: [], gone: [], payments: [], accounts: [], days: [] };

/**
 * The number of documents that one transaction compares. The number is small, because requests wait
 * for the locks of the transaction.
 */
const atOnce = 25;

/**
 * The time for which a rebuild waits for events that are still being delivered. Only a difference
 * that remains after this time is reported.
 */
const arrivalMs = 3_000;

/**
 * The reasons for differences that cannot be corrected. A rebuild cannot correct entries, because entries
 * never change.
 */
const altered = 'entries were altered or deleted; restore them from a backup';
const unowned = 'its owner does not have this document';

/**
 * Recalculates the database rows that are derived from an organization's documents and from its
 * records (payments, reversals, matches, plans), and compares them with the stored rows. For the
 * comparison, small transactions calculate the open items again and are rolled back. Requests and
 * events can therefore continue during the rebuild.
 * @param isApplied true to correct all differences in one transaction
 */
export async function rebuild(
  run: Run,
  owners: Owners,
  { isApplied, waitMs = arrivalMs }: { isApplied: boolean; waitMs?: number },
): Promise<Rebuilt> {
  const found: Work = {
    ...structuredClone(nothing),
    accounts: await unequalBalances(run.read),
    days: await unequalDays(run.read),
  };
  const unknown: string[] = [];
  let documents = 0;
  for await (const page of pagesOf(run, owners)) {
    documents += page.facts.length;
    unknown.push(...page.unknown);
    found.gone.push(...page.gone);
    for (let from = 0; from < page.facts.length; from += atOnce) {
      const facts = page.facts.slice(from, from + atOnce);
      const differences = await rehearse(run, { ...nothing, facts });
      if (differences.length > 0) found.facts.push(...facts);
    }
  }
  found.payments = await unequalPayments(run);
  const stray = unknown.map((key) => strayOf(key));
  if (!hasWork(found)) return { documents, differences: stray };
  if (!isApplied) await sleep(waitMs);
  const differences = isApplied ? await apply(run, found) : await rehearse(run, found);
  return { documents, differences: [...differences, ...stray] };
}

const hasWork = ({ facts, gone, payments, accounts, days }: Work): boolean =>
  [facts, gone, payments, accounts, days].some((list) => list.length > 0);

const strayOf = (ref: string): Difference => ({
  table: 'documents',
  key: ref,
  kept: { is_valid: true },
  rebuilt: null,
  because: unowned,
});

interface OwnedPage {
  facts: Facts[];
  gone: string[];
  unknown: string[];
}

/**
 * Reads the documents of all owning services, and finds stored documents that the owning service
 * does not have.
 */
async function* pagesOf(run: Run, owners: Owners): AsyncGenerator<OwnedPage> {
  yield* pagesOfKind(run, 'cfdi', async (afterId) =>
    (await owners.cfdi(run.context, afterId)).map((cfdi) => ({
      id: cfdi.cfdiId,
      facts: [factsOfCfdi(cfdi)].filter((facts) => facts !== undefined),
    })),
  );
  yield* pagesOfKind(run, 'sales_receipt', async (afterId) =>
    (await owners.receipts(run.context, afterId)).map(({ receipt: known, refunds }) => {
      const receipt = certain(known, 'receipt');
      return { id: receipt.receiptId, facts: factsOfSale(receipt, refunds) };
    }),
  );
  yield* pagesOfKind(run, 'expense', async (afterId) =>
    (await owners.expenses(run.context, afterId)).map((expense) => ({
      id: expense.expenseId,
      facts: [factsOf(expense)],
    })),
  );
}

function factsOfSale(
  receipt: commerce.SalesReceipt,
  refunds: commerce.SalesReceiptRefund[],
): Facts[] {
  if (receipt.saleType === 'courtesy') return [];
  const facts = factsOfReceipt(receipt, null);
  return [
    facts,
    ...refunds.map(({ invoiceCfdiId, ...refund }) => {
      const invoice = invoiceCfdiId === undefined ? null : documentRef('cfdi', invoiceCfdiId);
      return factsOfRefund(refund, facts, invoice);
    }),
  ];
}

type Kind = 'cfdi' | 'sales_receipt' | 'expense';

async function* pagesOfKind(
  run: Run,
  kind: Kind,
  read: (afterId: string | undefined) => Promise<{ id: string; facts: Facts[] }[]>,
): AsyncGenerator<OwnedPage> {
  const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  for (let afterId: string | undefined; afterId !== last;) {
    const page = await read(afterId);
    const upTo = page.at(-1)?.id ?? last;
    const has = new Set<string>(page.map(({ id }) => documentRef(kind, id)));
    const after = documentRef(kind, afterId ?? nilUuid);
    const kept = await keptRefs(run.read, after, documentRef(kind, upTo));
    let unknown = kept.filter((ref) => !has.has(ref));
    if (unknown.length > 0) {
      // The owning service is called a second time, because it may have created the document after
      // the page was read.
      const again = new Set<string>((await read(afterId)).map(({ id }) => documentRef(kind, id)));
      unknown = unknown.filter((ref) => !again.has(ref));
    }
    const [gone, stray] = kind === 'expense' ? [unknown, []] : [[], unknown];
    yield { facts: page.flatMap(({ facts }) => facts), gone, unknown: stray };
    afterId = upTo;
  }
}

/** Returns the payments whose ledger entries differ from the payment records. */
async function unequalPayments(run: Run): Promise<string[]> {
  const found: string[] = [];
  for (let after: string = nilUuid; ;) {
    const payments = await paymentsAfter(run.read, after);
    found.push(...payments.filter((one) => !isPosted(one)).map(({ id }) => id));
    if (payments.length === 0) return found;
    after = lastIn(payments).id;
  }
}

const missingOf = (payment: PostedPayment) => entriesTo(targetOfPayment(payment), payment.posted);

const isPosted = (payment: PostedPayment): boolean =>
  payment.isKept && missingOf(payment).size === 0;

/** Rolls back the transaction of a comparison and returns its differences. */
class Rehearsed extends Error {
  constructor(readonly differences: Difference[]) {
    super('rehearsed');
  }
}

async function rehearse(run: Run, work: Work): Promise<Difference[]> {
  try {
    await persistently(() =>
      run.step(async (tx) => {
        throw new Rehearsed(await rebuildIn(tx, work));
      }),
    );
  } catch (error) {
    if (error instanceof Rehearsed) return error.differences;
    throw error;
  }
  return [];
}

const apply = (run: Run, work: Work): Promise<Difference[]> =>
  persistently(() => run.step((tx) => rebuildIn(tx, work)));

const attemptsMax = 5;

/**
 * Repeats the work after a deadlock with a request that takes the same locks in a different order.
 */
async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isDeadlock = ((error as { cause?: unknown }).cause ?? error) as { code?: string };
      const isAgain = isDeadlock.code === '40P01' || (error as Refusal).details?.retryable === true;
      if (!isAgain || attempt === attemptsMax) throw error;
      await sleep(100 * attempt);
    }
  }
}

/**
 * Corrects every difference.
 * @returns the differences
 */
async function rebuildIn(tx: Transaction, work: Work): Promise<Difference[]> {
  const { facts, accounts } = work;
  const payments = await postedPayments(tx, work.payments);
  const refs = [...facts.map(({ ref }) => ref), ...work.gone];
  const owing = facts.flatMap(({ owedBy }) => owedBy ?? []);
  const named = facts.flatMap(({ openItem, supports, claims }) => [
    openItem,
    supports,
    ...claims.map((claim) => claim.openItem),
  ]);
  const covered = payments.flatMap((payment) => payment.openItems);
  const own = [...named.filter((openItem) => openItem !== null), ...covered, ...work.days];
  const stored = await storedOpenItems(tx, [...refs, ...owing]);
  const openItems = [...new Set([...own, ...stored])];
  await lockKeys(tx, [...new Set([...refs, ...openItems])]);
  const looked = [...openItems, ...work.payments.map(openItemOfPayment)];
  const scope = { refs, openItems: looked, accounts };
  const before = await projectionOf(tx, scope);
  if (accounts.length > 0) await restoreBalances(tx, accounts);
  await restoreDailyApplications(tx, openItems);
  for (const one of facts) await restoreFacts(tx, one);
  for (const one of facts) await keepMoneyBack(tx, one);
  for (const ref of work.gone) await dropDocument(tx, ref);
  const unmended = [
    ...(await postPayments(tx, payments)),
    ...(await settleAll(tx, openItems.toSorted())),
  ];
  return [...differencesOf(before, await projectionOf(tx, scope)), ...unmended];
}

const correction = (tx: Transaction, openItem: string) => ({
  kind: 'correction' as const,
  openItem,
  occurredOn: tx.today,
  source: `rebuild:${tx.newId()}`,
});

/**
 * Posts missing entries of payments. If the ledger transaction of a payment is lost, all its
 * entries are posted again.
 */
async function postPayments(
  tx: Transaction,
  payments: readonly PostedPayment[],
): Promise<Difference[]> {
  const unmended: Difference[] = [];
  for (const payment of payments) {
    const { id, side, contact, currency, source, paidOn, isKept } = payment;
    const openItem = openItemOfPayment(id);
    const lacking = new Map<string, Amounts>([[openItem, missingOf(payment)]]);
    for (const covered of isKept ? [] : payment.openItems) {
      lacking.set(covered, (await settleOpenItem(tx, covered))?.entries ?? new Map());
    }
    const kind = source === 'credit' ? ('credit_application' as const) : ('payment' as const);
    const own = isKept
      ? correction(tx, openItem)
      : { id, kind, openItem, occurredOn: paidOn, source: `payment:${id}` };
    const transaction = { ...own, side, contact, currency, documentRef: null };
    unmended.push(...(await postLacking(tx, transaction, lacking)));
  }
  return unmended;
}

/**
 * Posts the missing entries of the open items.
 * @returns the open items that cannot be corrected
 */
async function settleAll(tx: Transaction, openItems: readonly string[]): Promise<Difference[]> {
  const unmended: Difference[] = [];
  for (const openItem of openItems) {
    const settled = await settleOpenItem(tx, openItem);
    if (!settled || settled.entries.size === 0) continue;
    const { side, contact, currency, documentRef: ref } = settled.state;
    const transaction = { ...correction(tx, openItem), side, contact, currency, documentRef: ref };
    const lacking = new Map([[openItem, settled.entries]]);
    unmended.push(...(await postLacking(tx, transaction, lacking)));
  }
  return unmended;
}

/**
 * Missing entries are posted only if they add up to 0, as the entries of every transaction must.
 */
async function postLacking(
  tx: Transaction,
  transaction: NewTransaction,
  lacking: OpenItemEntries,
): Promise<Difference[]> {
  const amounts = [...lacking.values()].flatMap((entries) => [...entries]);
  if (!Decimal.sum(amounts.map(([, amount]) => amount)).isZero()) {
    const rebuilt = Object.fromEntries(amounts.map(([name, amount]) => [name, amount.toString()]));
    const key = transaction.openItem;
    return [{ table: 'entries', key, kept: null, rebuilt, because: altered }];
  }
  await post(tx, transaction, lacking);
  return [];
}

function differencesOf(before: Projection, after: Projection): Difference[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.toSorted().flatMap((whole) => {
    const [kept, rebuilt] = [before.get(whole), after.get(whole)];
    const changed = Object.keys({ ...kept, ...rebuilt }).filter(
      (name) => JSON.stringify(kept?.[name]) !== JSON.stringify(rebuilt?.[name]),
    );
    if (kept && rebuilt && changed.length === 0) return [];
    const only = (row: Record<string, unknown> | undefined) =>
      row ? Object.fromEntries(changed.map((name) => [name, row[name]])) : null;
    const [table = '', ...key] = whole.split(' ');
    return [{ table, key: key.join(' '), kept: only(kept), rebuilt: only(rebuilt) }];
  });
}
