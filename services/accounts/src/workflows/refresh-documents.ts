import { certain, documentRef, parseDocumentRef } from '@timbre/fiscal';
import type { commerce } from '@timbre/contract';
import { isIdentifier, isNewer, type CallContext, type Run } from '@timbre/kit';
import { factsOfCfdi, factsOfExpense } from '../domain/facts';
import type { FiscalDocuments, NamedContact, SoldAndBought } from '../domain/ports';
import { knownVersions } from '../store/documents';
import { keptExpenses } from '../store/kept-expenses';
import { postExpense } from './post-expense';
import { postFacts } from './post-facts';
import { postPresentReceipt } from './post-receipt';

/** The providers for operations that must read documents whose events may not have arrived. */
export interface DocumentProviders {
  documents: FiscalDocuments<CallContext>;
  trade: SoldAndBought<CallContext, commerce.Expense, commerce.OwedReceipt>;
}

/**
 * Reads the current state of the documents from their owning services, and posts it.
 * @param contact a contact whose newest documents are also refreshed, because they may not be
 * stored yet
 */
export async function refreshDocuments(
  run: Run,
  providers: DocumentProviders,
  refs: readonly string[],
  contact?: NamedContact,
): Promise<void> {
  await refreshCfdi(run, providers, refs, contact);
  await refreshTrade(run, providers, refs, contact?.id);
}

/**
 * Refreshes expenses and receipts. Without the refresh, a payment could pay an expense that was just
 * settled, and the payment of a new sale would become credit.
 */
async function refreshTrade(
  run: Run,
  { trade }: DocumentProviders,
  refs: readonly string[],
  contactId: string | undefined,
): Promise<void> {
  const [expenseIds, receiptIds] = [idsOf('expense', refs), idsOf('sales_receipt', refs)];
  if (expenseIds.length + receiptIds.length === 0 && contactId === undefined) return;
  const present = await trade.read(run.context, { expenseIds, receiptIds, contactId });
  const expenses = present.expenses.map((expense) => ({
    ...newsOf('expense', expense.expenseId, expense.version),
    post: (source: string): Promise<void> => {
      const isSettled = expense.settlements.length > 0;
      return run.step((tx) => postExpense(tx, expense, source, isSettled));
    },
  }));
  const receipts = present.receipts.map((sale) => {
    const { receiptId, version } = certain(sale.receipt, 'receipt');
    return {
      ...newsOf('sales_receipt', receiptId, version),
      post: (source: string) => run.step((tx) => postPresentReceipt(tx, sale, source)),
    };
  });
  await postNews(run, [...expenses, ...receipts]);
  const found = new Set(present.expenses.map(({ expenseId }) => expenseId));
  await postGone(
    run,
    expenseIds.filter((id) => !found.has(id.toLowerCase())),
  );
}

/**
 * Posts the deletion of expenses that no longer exist in commerce, so that payments do not cover them.
 */
async function postGone(run: Run, expenseIds: readonly string[]): Promise<void> {
  if (expenseIds.length === 0) return;
  const refs = expenseIds.map((id) => documentRef('expense', id.toLowerCase()));
  for (const kept of await keptExpenses(run.read, refs)) {
    // The event of the deletion arrives later with the same or a higher version, and then changes
    // nothing.
    const gone = factsOfExpense({ ...kept, version: kept.version + 1, deleted: true });
    await run.step((tx) => postFacts(tx, gone, `read:${gone.ref}:${gone.version}`));
  }
}

const newsOf = (prefix: 'cfdi' | 'expense' | 'sales_receipt', id: string, version: number) => ({
  ref: documentRef(prefix, id),
  version,
});

const idsOf = (prefix: 'cfdi' | 'expense' | 'sales_receipt', refs: readonly string[]): string[] =>
  refs.flatMap((ref) => parseDocumentRef(ref, prefix)?.id ?? []).filter(isIdentifier);

/**
 * Posts the state that fiscal-cfdi currently has of the given documents, and of the complements and
 * credit notes that name them, if their events have not arrived yet. Without the refresh, a
 * complement whose event arrives later would match the payment that is being recorded.
 */
async function refreshCfdi(
  run: Run,
  { documents }: DocumentProviders,
  refs: readonly string[],
  contact: NamedContact | undefined,
): Promise<void> {
  const cfdiIds = idsOf('cfdi', refs);
  if (cfdiIds.length === 0 && contact === undefined) return;
  const present = await documents.openItems(run.context, { cfdiIds, contact });
  const cfdi = present.map(({ cfdiId, version }) => ({
    ...newsOf('cfdi', cfdiId, version),
    post: async () => {
      const found = await documents.find(run.context, cfdiId);
      const facts = found && factsOfCfdi(found);
      if (facts) await run.step((tx) => postFacts(tx, facts, `read:${facts.ref}:${facts.version}`));
    },
  }));
  await postNews(run, cfdi);
}

interface News {
  ref: string;
  version: number;
  /**
   * Posts the current state of the document.
   * @param source names the event or request that reported the document
   */
  post: (source: string) => Promise<void>;
}

/** Posts, one by one, each document that is newer than its stored version. */
async function postNews(run: Run, documents: readonly News[]): Promise<void> {
  const refs = documents.map(({ ref }) => ref);
  const versions = await knownVersions(run.read, refs);
  for (const { ref, version, post } of documents) {
    if (isNewer(version, versions.get(ref))) await post(`read:${ref}:${version}`);
  }
}
