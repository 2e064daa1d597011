import type { Reader, Transaction } from '@timbre/kit';
import type { DraftInput } from '../../domain/drafting/draft';
import { replacedUuids } from '../../domain/drafting/related-documents';
import type { DraftSources } from '../../domain/drafting/draft-sources';
import { resolvePaidDocuments } from '../../domain/payments/paid-documents';
import { paymentsOf } from '../../domain/payments/payments-of';
import type { Cfdi } from '../../store/cfdi/cfdi';
import { lockInvoices, readInvoices } from '../../store/cfdi/invoice-payments';
import { readRelated, relatedIn } from '../../store/cfdi/related-sources';

const uuidsOf = (input: DraftInput): string[] =>
  paymentsOf(input).flatMap(({ documents }) => documents.map(({ uuid }) => uuid));

/**
 * Reads and locks the related documents and the paid invoices of a draft, and adds them to the draft's
 * sources.
 */
export async function withInvoices(
  tx: Transaction,
  input: DraftInput,
  sources: DraftSources,
): Promise<DraftSources> {
  const invoices = await lockInvoices(tx, uuidsOf(input), replacedUuids(input));
  return { ...sources, invoices, related: await relatedIn(tx, input) };
}

/** Like `withInvoices`, but without locks, for queries. */
export async function readWithInvoices(
  read: Reader,
  input: DraftInput,
  sources: DraftSources,
): Promise<DraftSources> {
  const invoices = await readInvoices(read, uuidsOf(input), replacedUuids(input));
  return { ...sources, invoices, related: await readRelated(read, input) };
}

/**
 * Updates a payment complement with the current state of its invoices before it is sealed. The invoices
 * stay locked until the commit. After the commit, the sealed complement itself prevents other complements
 * from paying the same installments.
 */
export async function renewPaidDocuments(tx: Transaction, cfdi: Cfdi): Promise<void> {
  const { complement } = cfdi.input;
  if (!complement) return;
  const invoices = await lockInvoices(tx, uuidsOf(cfdi.input), replacedUuids(cfdi.input));
  cfdi.paidDocuments = resolvePaidDocuments(complement, invoices).documents;
}
