import type { CalendarDate, Issue } from '@timbre/fiscal';
import { conflict, invalid, type Transaction } from '@timbre/kit';
import type { commerce } from '@timbre/contract';
import { contactIssues } from '../domain/contact';
import { acceptanceIssues, type Acceptance, type FiscalCustomer } from '../domain/quote';
import { taxInfoIssues } from '../domain/tax-info';
import { Contact } from '../store/contacts';
import { quoteEvent } from '../store/quote-events';
import type { Quote } from '../store/quotes';
import { move } from './quote-state';

/** The request to accept a quote, from the buyer or from a member of the organization. */
export type Acceptor = Omit<commerce.AcceptQuoteRequest, 'documentRef'>;

/**
 * Accepts a locked quote in the revision that the buyer has seen. The totals and fiscal data of the
 * quote are frozen, and pending changes are dropped.
 * @throws Refusal validation_error; conflict with the state of the quote, or revision_changed
 */
export async function acceptOffer(tx: Transaction, quote: Quote, by: Acceptor): Promise<void> {
  const fiscalCustomer = by.fiscalCustomer ?? (await customerIn(tx, quote, by));
  const issues = acceptanceIssues({ ...treatmentOf(by), fiscalCustomer });
  const complete = fiscalCustomer as FiscalCustomer | undefined;
  if (issues.length === 0 && complete) {
    issues.push(...dataIssues(complete, tx.today, by.invoiceRequested));
  }
  if (issues.length > 0) throw invalid(issues);
  move(tx, quote, 'accept');
  if (by.revisionNumber !== quote.revisionNumber) throw revisionChanged(quote.revisionNumber);
  quote.acceptance = {
    ...treatmentOf(by),
    acceptedAt: tx.now.toISOString(),
    fiscalTotals: quote.content.totals,
    ...(complete && { fiscalCustomer: complete }),
  };
  quote.pendingRevision = null;
  tx.emit(() => quoteEvent('accepted', quote));
}

const treatmentOf = ({ invoiceRequested, fiscalTreatment }: Acceptor) => ({
  invoiceRequested,
  fiscalTreatment: fiscalTreatment as Acceptance['fiscalTreatment'],
});

/** Returns the fiscal data of the customer's contact. */
async function customerIn(
  tx: Transaction,
  { content }: Quote,
  { fiscalTreatment }: Acceptor,
): Promise<Partial<FiscalCustomer> | undefined> {
  if (fiscalTreatment !== 'specific_counterparty' || !content.customerId) return undefined;
  const contact = await tx.find(Contact, content.customerId);
  if (!contact) return undefined;
  const { rfc, legalName, taxSystem, cfdiUse, address, email } = contact;
  const data = { rfc, legalName, taxSystem, cfdiUse, postalCode: address?.postalCode, email };
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value != null));
}

const dataIssues = (customer: FiscalCustomer, onDate: CalendarDate, isInvoiced: boolean): Issue[] =>
  [
    ...contactIssues({ kind: 'customer', ...customer }, onDate),
    ...(isInvoiced ? taxInfoIssues(customer) : []),
  ].map((issue) => ({ ...issue, path: ['fiscalCustomer', ...issue.path] }));

/**
 * - revision_changed: the quote has been revised since you read it; read it again
 */
function revisionChanged(present: Quote['revisionNumber']) {
  const message = `The quote has changed since; its revision is ${present} now.`;
  const issue = { path: ['revisionNumber'], code: 'revision_changed', message };
  return conflict(message, 'revision_changed', [issue]);
}
