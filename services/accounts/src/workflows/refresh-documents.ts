import { documentRef, parseDocumentRef } from '@timbre/fiscal';
import type { commerce } from '@timbre/contract';
import { isIdentifier, isNewer, type CallContext, type Run } from '@timbre/kit';
import { factsOfCfdi } from '../domain/facts';
import type { Expenses, FiscalDocuments } from '../domain/ports';
import { postExpense } from './post-expense';
import { postFacts } from './post-facts';

/** The provider of operations that need CFDI whose events may not have arrived. */
export interface DocumentProviders {
  documents: FiscalDocuments<CallContext>;
  expenses: Expenses<CallContext, commerce.Expense>;
}

/**
 * What may cover documents is decided on what their owners know of them now.
 * @param customerId whose newest invoices may be covered too, though they may not be known yet
 */
export async function refreshDocuments(
  run: Run,
  providers: DocumentProviders,
  refs: readonly string[],
  customerId?: string,
): Promise<void> {
  await refreshCfdi(run, providers, refs, customerId);
  await refreshExpenses(run, providers, refs);
}

/** Otherwise an expense that was settled a moment ago would be paid again. */
async function refreshExpenses(
  run: Run,
  { expenses }: DocumentProviders,
  refs: readonly string[],
): Promise<void> {
  const named = idsOf('expense', refs);
  if (named.length === 0) return;
  for (const expense of await expenses.find(run.context, named)) {
    const source = `read:${documentRef('expense', expense.expenseId)}:${expense.version}`;
    const isSettled = expense.settlements.length > 0;
    await run.step((tx) => postExpense(tx, expense, source, isSettled));
  }
}

const idsOf = (prefix: 'cfdi' | 'expense', refs: readonly string[]): string[] =>
  refs.flatMap((ref) => parseDocumentRef(ref, prefix)?.id ?? []).filter(isIdentifier);

/**
 * Posts what fiscal-cfdi knows of these documents, and of the complements and credit notes that name
 * them, where its events have not arrived. Otherwise a complement that was stamped before would be taken
 * for the paper of the money that is recorded next.
 */
async function refreshCfdi(
  run: Run,
  { documents }: DocumentProviders,
  refs: readonly string[],
  customerId: string | undefined,
): Promise<void> {
  const cfdiIds = idsOf('cfdi', refs);
  if (cfdiIds.length === 0 && customerId === undefined) return;
  const present = await documents.families(run.context, { cfdiIds, customerId });
  const known = await run.read.rows<{ ref: string; version: number }>(
    `select ref, version from documents where org_id = :org and ref = any($2::text[])`,
    [present.map(({ cfdiId }) => documentRef('cfdi', cfdiId))],
  );
  const versions = new Map(known.map(({ ref, version }) => [ref, version]));
  for (const { cfdiId, version } of present) {
    if (!isNewer(version, versions.get(documentRef('cfdi', cfdiId)))) continue;
    const cfdi = await documents.find(run.context, cfdiId);
    const facts = cfdi && factsOfCfdi(cfdi);
    if (facts) await run.step((tx) => postFacts(tx, facts, `read:${facts.ref}:${facts.version}`));
  }
}
