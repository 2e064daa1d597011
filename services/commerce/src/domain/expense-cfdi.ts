import {
  type CalendarDate,
  daysBetween,
  Decimal,
  invoiceDaysApartMax,
  invoiceDifferenceMax,
  type Issue,
} from '@timbre/fiscal';
import type { ReceivedInvoice } from './ports';

/** The facts of an expense that its CFDI must agree with. */
export interface SupportedExpense {
  /** Pesos. */
  total: string;
  settlementMode: 'credit' | 'paid';
  businessDate: CalendarDate;
  /** Whether a contact is its supplier. */
  hasSupplier: boolean;
  /** RFC of that contact, if it has one. */
  supplierRfc?: string | null | undefined;
}

export interface LinkRefusal {
  reason: string;
  message: string;
}

/** The total of an invoice in pesos; undefined when its currency has no exchange rate. */
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
 * The refusal to support an expense by an invoice, if any.
 * - not_received: the organization issued it
 * - not_income: only an invoice supports an expense
 * - cfdi_canceled
 * - supplier_mismatch: another RFC issued it than the supplier's
 * - amount_mismatch: the totals in pesos differ by more than a cent, and that was not accepted
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

/** Total of the invoice in pesos minus that of the expense. */
export function differenceOf(
  { total }: Pick<SupportedExpense, 'total'>,
  invoice: ReceivedInvoice,
): Decimal | undefined {
  return totalMxnOf(invoice)?.minus(Decimal.from(total));
}

/**
 * Probable mistakes about the invoice of an expense.
 * - cfdi_date_far: more than 60 days lie between their dates
 * - method_differs: a PPD invoice of what was paid, or a PUE invoice of what is on credit
 * - supplier_without_rfc: the supplier's contact has no RFC to compare
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
