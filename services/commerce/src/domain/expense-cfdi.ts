import {
  type CalendarDate,
  daysBetween,
  Decimal,
  invoiceDaysApartMax,
  invoiceDifferenceMax,
  type Issue,
} from '@timbre/fiscal';
import type { ReceivedInvoice } from './ports';

/** The fields of an expense that are compared with the CFDI to be linked. */
export interface SupportedExpense {
  /** The total of the expense, in pesos. */
  total: string;
  settlementMode: 'credit' | 'paid';
  businessDate: CalendarDate;
  /** Whether the supplier is a contact. */
  hasSupplier: boolean;
  /** The RFC of the supplier's contact, if the supplier is a contact. */
  supplierRfc?: string | null | undefined;
}

export interface LinkRefusal {
  reason: string;
  message: string;
}

/**
 * Returns the total of an invoice in pesos; undefined if the invoice is in another currency and has
 * no exchange rate.
 */
export function totalMxnOf({
  total,
  currency,
  exchangeRate,
}: ReceivedInvoice): Decimal | undefined {
  if (currency === 'MXN') return Decimal.from(total);
  if (exchangeRate === undefined) return undefined;
  return Decimal.from(total).times(Decimal.from(exchangeRate)).round(2);
}

/**
 * Returns the reason why an invoice cannot be linked to an expense; undefined if it can be linked.
 *
 * - not_received: your organization issued this CFDI; an expense needs a received CFDI
 * - not_income: this CFDI is not an invoice, so it cannot be linked to an expense
 * - cfdi_canceled
 * - supplier_mismatch: the issuer of the CFDI has another RFC than the supplier
 * - amount_mismatch: in pesos, the totals of the CFDI and the expense differ by more than a cent,
 *   and the request did not accept the difference
 */
export function linkRefusal(
  expense: SupportedExpense,
  invoice: ReceivedInvoice,
  acceptDifference: boolean,
): LinkRefusal | undefined {
  if (invoice.direction !== 'received') {
    return { reason: 'not_received', message: 'Your organization issued this CFDI.' };
  }
  if (invoice.kind !== 'income') {
    return { reason: 'not_income', message: 'Only a CFDI of type I supports an expense.' };
  }
  if (invoice.status === 'canceled') {
    return { reason: 'cfdi_canceled', message: 'This CFDI is canceled.' };
  }
  const { supplierRfc } = expense;
  if (supplierRfc && supplierRfc !== invoice.counterpartyRfc) {
    const message = `The supplier is ${supplierRfc}, and ${invoice.counterpartyRfc} issued the CFDI.`;
    return { reason: 'supplier_mismatch', message };
  }
  const difference = differenceOf(expense, invoice);
  const isNear = difference !== undefined && difference.abs().compare(invoiceDifferenceMax) <= 0;
  if (isNear || acceptDifference) return undefined;
  const shown = totalMxnOf(invoice)?.toString() ?? `${invoice.total} ${invoice.currency}`;
  const message = `The expense is ${expense.total} pesos, and the CFDI ${shown}.`;
  return { reason: 'amount_mismatch', message };
}

/** Returns the total of the invoice in pesos minus the total of the expense. */
export function differenceOf(
  { total }: Pick<SupportedExpense, 'total'>,
  invoice: ReceivedInvoice,
): Decimal | undefined {
  return totalMxnOf(invoice)?.minus(Decimal.from(total));
}

/**
 * Returns warnings of probable mistakes in the link between an expense and its invoice.
 *
 * - cfdi_date_far: the dates of the CFDI and the expense are more than 60 days apart
 * - method_differs: the CFDI is PPD and the expense is paid, or the CFDI is PUE and the expense is
 *   on credit
 * - supplier_without_rfc: the supplier has no RFC, so the issuer's RFC could not be compared
 */
export function linkWarnings(expense: SupportedExpense, invoice: ReceivedInvoice): Issue[] {
  const warnings: Issue[] = [];
  const add = (code: string, message: string) =>
    warnings.push({ path: ['cfdiDocumentRef'], code, message });
  const issuedOn = invoice.issuedLocalDateTime?.slice(0, 10);
  if (issuedOn !== undefined) {
    const days = Math.abs(daysBetween(issuedOn, expense.businessDate));
    if (days > invoiceDaysApartMax) add('cfdi_date_far', `The CFDI is ${days} days away.`);
  }
  const isDeferred = invoice.methodCode === 'PPD';
  if (isDeferred !== (expense.settlementMode === 'credit')) {
    const message = isDeferred
      ? 'The CFDI is to be paid later (PPD), and the expense is paid.'
      : 'The CFDI says that it is paid (PUE), and the expense is on credit.';
    add('method_differs', message);
  }
  if (expense.hasSupplier && !expense.supplierRfc) {
    add('supplier_without_rfc', 'The supplier has no RFC that the CFDI could be compared with.');
  }
  return warnings;
}
