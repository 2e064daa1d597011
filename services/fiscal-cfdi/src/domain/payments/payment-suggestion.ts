import { currency as currencyOf, Decimal, decimalIssues, type Issue } from '@timbre/fiscal';
import type { PaidTax } from '../drafting/draft';
import type { InvoiceSource } from '../drafting/draft-sources';
import { isPayable } from './paid-document-issues';
import { paidTaxes, recordOf } from './paid-documents';

/** A customer's payment: either an amount for each invoice, or a total to allocate to the invoices. */
export interface PaymentIntent {
  customerId: string;
  documents: { uuid: string; amount?: string | undefined }[];
  amount?: string | undefined;
}

/** A paid invoice in the form in which a draft of a payment complement accepts it. */
export interface SuggestedDocument {
  cfdiId: string;
  uuid: string;
  series?: string | undefined;
  folio?: string | undefined;
  currency: string;
  installment: number;
  previousBalance: Decimal;
  amount: Decimal;
  taxes: PaidTax[];
}

export interface Suggestion {
  documents: SuggestedDocument[];
  /** The part of `amount` that remains after all invoices are paid. */
  unallocated: Decimal;
  /** Issues for identifiers that do not exist in the organization. */
  missing: Issue[];
  issues: Issue[];
}

/**
 * Allocates a payment to invoices, in the order of the invoices. An invoice without its own amount gets the
 * rest of `amount`; if `amount` is absent, its whole balance is paid. The result omits invoices to which no
 * part of the payment is allocated.
 * - cfdi_not_found: in `missing`
 * - cfdi_not_payable, customer_mismatch, document_repeated
 * - payment_being_stamped: another payment complement of the invoice is being stamped, so the balance is not
 *   known yet
 * - number_invalid, too_small, too_many_decimals; amount_above_balance
 * - amount_too_small: the amount is less than the sum of the amounts given for the invoices
 * - currencies_differ: the invoices are in several currencies; give an amount for each invoice instead of one
 *   amount
 */
export function suggestPayment(
  intent: PaymentIntent,
  invoices: readonly InvoiceSource[],
): Suggestion {
  const missing: Issue[] = [];
  const issues: Issue[] =
    intent.amount === undefined ? [] : amountIssues(intent.amount, ['amount']);
  const chosen = intent.documents.flatMap(({ uuid, amount }, index) => {
    const path = ['documents', index];
    const invoice = invoices.find((known) => known.uuid === uuid.toLowerCase());
    if (!invoice) {
      const message = 'Your organization has no CFDI with this UUID.';
      missing.push({ path: [...path, 'uuid'], code: 'cfdi_not_found', message });
      return [];
    }
    issues.push(
      ...invoiceIssues(intent, invoice, index),
      ...ownAmountIssues(amount, invoice, path),
    );
    return [{ invoice, amount }];
  });
  const currencies = new Set(chosen.map(({ invoice }) => invoice.currency));
  if (intent.amount !== undefined && currencies.size > 1) {
    const message = 'Give the amount of each invoice: the invoices are in several currencies.';
    issues.push({ path: ['amount'], code: 'currencies_differ', message });
  }
  if (missing.length + issues.length > 0) {
    return { documents: [], unallocated: Decimal.zero, missing, issues };
  }
  return { ...allocate(chosen, intent.amount), missing };
}

function invoiceIssues(
  { customerId, documents }: PaymentIntent,
  invoice: InvoiceSource,
  index: number,
): Issue[] {
  const at = (code: string, message: string) => [
    { path: ['documents', index, 'uuid'], code, message },
  ];
  const isFirst = documents.findIndex(({ uuid }) => uuid.toLowerCase() === invoice.uuid) === index;
  if (!isFirst) return at('document_repeated', 'The list already contains the document.');
  if (!isPayable(invoice) || !leftOf(invoice).isPositive()) {
    const message = 'Only a valid income document of method PPD with a balance can be paid.';
    return at('cfdi_not_payable', message);
  }
  if (invoice.customerId !== null && invoice.customerId !== customerId.toLowerCase()) {
    return at('customer_mismatch', 'The document was issued to another customer.');
  }
  if (invoice.isBeingCanceled) {
    return at('cfdi_being_canceled', 'The cancellation of this document is under way.');
  }
  if (!invoice.isBeingPaid) return [];
  return at('payment_being_stamped', 'A complement of this document is being stamped.');
}

function amountIssues(amount: string, path: (string | number)[]): Issue[] {
  return decimalIssues(amount, path, { isPositive: true });
}

function ownAmountIssues(
  amount: string | undefined,
  invoice: InvoiceSource,
  path: (string | number)[],
): Issue[] {
  if (amount === undefined) return [];
  const at = [...path, 'amount'];
  const issues = amountIssues(amount, at);
  if (issues.length > 0) return issues;
  const decimals = currencyOf(invoice.currency, 'latest')?.decimals ?? 2;
  if (Decimal.from(amount).trimmed().scale > decimals) {
    const message = `The amount can have at most ${decimals} decimals in ${invoice.currency}.`;
    return [{ path: at, code: 'too_many_decimals', message }];
  }
  const left = leftOf(invoice);
  if (Decimal.from(amount).lessOrEqual(left)) return [];
  const message = `The amount is above what is left of the document, ${left}.`;
  return [{ path: at, code: 'amount_above_balance', message }];
}

function allocate(
  chosen: { invoice: InvoiceSource; amount?: string | undefined }[],
  amount: string | undefined,
): { documents: SuggestedDocument[]; unallocated: Decimal; issues: Issue[] } {
  const own = Decimal.sum(chosen.flatMap((one) => (one.amount ? [Decimal.from(one.amount)] : [])));
  let left = amount === undefined ? undefined : Decimal.from(amount).minus(own);
  if (left?.isNegative()) {
    const message = `The documents' own amounts come to ${own}, more than is paid.`;
    const issue = { path: ['amount'], code: 'amount_too_small', message };
    return { documents: [], unallocated: Decimal.zero, issues: [issue] };
  }
  const documents: SuggestedDocument[] = [];
  for (const { invoice, amount: given } of chosen) {
    const open = leftOf(invoice);
    const share = left === undefined ? open : Decimal.min(left, open);
    const paid = given === undefined ? share : Decimal.from(given);
    if (given === undefined) left = left?.minus(paid);
    if (paid.isPositive()) documents.push(suggested(invoice, paid));
  }
  return { documents, unallocated: left ?? Decimal.zero, issues: [] };
}

/**
 * Returns the balance of an invoice after its complements and after the credit notes that concern only this
 * invoice.
 */
const leftOf = (invoice: InvoiceSource): Decimal =>
  Decimal.from(recordOf(invoice).effectiveBalance);

function suggested(invoice: InvoiceSource, amount: Decimal): SuggestedDocument {
  const { balance, nextInstallment } = recordOf(invoice);
  return {
    cfdiId: invoice.cfdiId,
    uuid: invoice.uuid,
    series: invoice.series ?? undefined,
    folio: invoice.folio ?? undefined,
    currency: invoice.currency,
    installment: nextInstallment,
    previousBalance: Decimal.from(balance),
    amount,
    taxes: paidTaxes(invoice, amount.toString()),
  };
}
