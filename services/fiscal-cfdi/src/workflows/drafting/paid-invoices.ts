import type { Reader, Transaction } from '@timbre/kit';
import type { DraftInput } from '../../domain/drafting/draft';
import type { DraftSources } from '../../domain/drafting/draft-sources';
import { resolvePaidDocuments } from '../../domain/payments/paid-documents';
import type { Cfdi } from '../../store/cfdi/cfdi';
import { lockInvoices, readInvoices } from '../../store/cfdi/invoice-payments';

const uuidsOf = ({ complement }: DraftInput): string[] =>
  complement?.documents.map(({ uuid }) => uuid) ?? [];

/** The sources of a draft with the invoices that it pays, locked. */
export async function withInvoices(
  tx: Transaction,
  input: DraftInput,
  sources: DraftSources,
): Promise<DraftSources> {
  return { ...sources, invoices: await lockInvoices(tx, uuidsOf(input)) };
}

/** The same for a query, which locks nothing. */
export async function readWithInvoices(
  read: Reader,
  input: DraftInput,
  sources: DraftSources,
): Promise<DraftSources> {
  return { ...sources, invoices: await readInvoices(read, uuidsOf(input)) };
}

/**
 * Brings a payment complement up to what our record says of its invoices now, before it is sealed.
 * They stay locked until the seal is committed; from then on the complement itself is in their way.
 */
export async function renewPaidDocuments(tx: Transaction, cfdi: Cfdi): Promise<void> {
  const { complement } = cfdi.input;
  if (!complement) return;
  const invoices = await lockInvoices(tx, uuidsOf(cfdi.input));
  cfdi.paidDocuments = resolvePaidDocuments(complement, invoices).documents;
}
