import { sayDayInFuture, type Today } from '@timbre/api';
import {
  addDays,
  Decimal,
  installmentsOf,
  settlementTermsIssues,
  settlementTermsOf,
  type CalendarDate,
  type Issue,
  type TermsInput,
} from '@timbre/fiscal';

/** The fields of a sale that its rules check; amounts are decimal text. */
export interface SaleFacts {
  saleType: string;
  customerId?: string | undefined;
  customerName?: string | undefined;
  paymentForm?: string | undefined;
  payments: { paymentForm: string; amount: string }[];
  settlementTerms?: TermsInput | undefined;
  paymentDueDate?: string | undefined;
  invoiceRequested: boolean;
  items: {
    kind: string;
    unitPrice?: string | undefined;
    discount?: string | undefined;
    taxIncluded?: boolean | undefined;
  }[];
}

type Add = (path: Issue['path'], code: string, message: string) => void;

/**
 * Returns the violated rules between the fields of a sale, before its prices are resolved.
 *
 * - customer_name_not_allowed: leave the name out, because the name of the customer's contact is used
 * - payment_form_missing: a paid sale needs a form of payment
 * - payments_not_allowed: give paymentForm or payments, not both; a sale that is not paid yet has no payments
 * - settlement_terms_not_allowed, payment_due_date_not_allowed: only a sale on credit may have
 *   settlementTerms or paymentDueDate, and not both
 * - customer_missing: a customer is missing; a sale on credit and some kinds of document need one
 * - discount_not_allowed: a transfer or a courtesy sale charges nothing, so it cannot have a discount
 * - invoice_not_possible: a courtesy sale charges nothing, so it cannot be invoiced
 * - unit_price_missing, tax_included_not_allowed: an item without a product needs a unit price, and an item
 *   without a unit price cannot have taxIncluded
 * - the issues of settlementTermsIssues
 */
export function saleIssues(sale: SaleFacts): Issue[] {
  const issues: Issue[] = [];
  const add: Add = (path, code, message) => issues.push({ path, code, message });
  if (sale.customerId !== undefined && sale.customerName !== undefined) {
    const message = 'The receipt has the name of the customer; leave customerName out.';
    add(['customerName'], 'customer_name_not_allowed', message);
  }
  paymentIssues(sale, add);
  creditIssues(sale, add);
  if (sale.saleType === 'courtesy' && sale.invoiceRequested) {
    const message = 'Nothing is charged for a courtesy, so it cannot be invoiced.';
    add(['invoiceRequested'], 'invoice_not_possible', message);
  }
  issues.push(...soldItemsIssues(sale.items, sale.saleType));
  const { settlementTerms } = sale;
  if (!settlementTerms) return issues;
  return [...issues, ...settlementTermsIssues(settlementTerms, ['settlementTerms'])];
}

/** Returns the issues of the items, as part of saleIssues. */
export function soldItemsIssues(items: SaleFacts['items'], saleType = ''): Issue[] {
  const issues: Issue[] = [];
  const add: Add = (path, code, message) => issues.push({ path, code, message });
  items.forEach((item, index) => itemIssues(item, saleType, ['items', index], add));
  return issues;
}

function paymentIssues({ saleType, paymentForm, payments }: SaleFacts, add: Add): void {
  if (saleType !== 'paid') {
    const message = 'Only a paid sale says how it was paid.';
    if (paymentForm !== undefined) add(['paymentForm'], 'payments_not_allowed', message);
    if (payments.length > 0) add(['payments'], 'payments_not_allowed', message);
  } else if (paymentForm !== undefined && payments.length > 0) {
    const message = 'Give either paymentForm or payments.';
    add(['payments'], 'payments_not_allowed', message);
  } else if (paymentForm === undefined && payments.length === 0) {
    const message = 'Say how it was paid: paymentForm, or payments for its parts.';
    add(['paymentForm'], 'payment_form_missing', message);
  }
}

function creditIssues(sale: SaleFacts, add: Add): void {
  const { saleType, customerId, settlementTerms, paymentDueDate } = sale;
  if (saleType === 'credit') {
    if (customerId === undefined) {
      add(['customerId'], 'customer_missing', 'A sale on credit has a customer.');
    }
    if (settlementTerms && paymentDueDate !== undefined) {
      const message = 'The settlement terms say when it is due; leave paymentDueDate out.';
      add(['paymentDueDate'], 'payment_due_date_not_allowed', message);
    }
    return;
  }
  const message = 'Only a sale on credit is due later.';
  if (settlementTerms) add(['settlementTerms'], 'settlement_terms_not_allowed', message);
  if (paymentDueDate !== undefined) {
    add(['paymentDueDate'], 'payment_due_date_not_allowed', message);
  }
}

function itemIssues(
  { kind, unitPrice, discount, taxIncluded }: SaleFacts['items'][number],
  saleType: string,
  path: Issue['path'],
  add: Add,
): void {
  if (saleType === 'courtesy' && discount !== undefined) {
    const message = 'A courtesy is discounted as a whole; leave the discount out.';
    add([...path, 'discount'], 'discount_not_allowed', message);
  }
  if (unitPrice !== undefined) return;
  if (kind === 'custom') {
    add([...path, 'unitPrice'], 'unit_price_missing', 'Only a product has a price of its own.');
  }
  if (taxIncluded !== undefined) {
    const message = 'The resolved price says whether it includes taxes; leave taxIncluded out.';
    add([...path, 'taxIncluded'], 'tax_included_not_allowed', message);
  }
}

const largest = Decimal.from('999999999999.99');

/**
 * Checks that the total of a sale or a quote does not exceed the maximum.
 *
 * - total_too_large: the total is above 999,999,999,999.99
 */
export function totalIssues(total: Decimal): Issue[] {
  if (!total.greaterThan(largest)) return [];
  const message = `The total is above ${largest}.`;
  return [{ path: ['items'], code: 'total_too_large', message }];
}

/**
 * Returns the violated rules of the charge.
 *
 * - the issue of totalIssues
 * - payments_differ: the payments do not add up to the total of the sale
 * - business_date_in_future: the business date is after the present day at the location
 */
export function chargeIssues({
  total,
  payments,
  businessDate,
  today,
  zone,
}: {
  total: Decimal;
  payments: SaleFacts['payments'];
  businessDate: CalendarDate;
} & Today): Issue[] {
  const issues: Issue[] = [];
  const add: Add = (path, code, message) => issues.push({ path, code, message });
  issues.push(...totalIssues(total));
  const paid = Decimal.sum(payments.map(({ amount }) => Decimal.from(amount)));
  if (payments.length > 0 && !paid.equals(total)) {
    const message = `The payments add up to ${paid.round(2)}; the total is ${total}.`;
    add(['payments'], 'payments_differ', message);
  }
  if (businessDate > today) {
    const said = sayDayInFuture(businessDate, { today, zone });
    issues.push({ path: ['businessDate'], code: 'business_date_in_future', ...said });
  }
  return issues;
}

/**
 * Returns the payment form with the largest amount; if several forms have the same amount, the
 * first form is returned.
 */
export function paymentFormOf({ paymentForm, payments }: SaleFacts): string | undefined {
  if (paymentForm !== undefined) return paymentForm;
  return payments.toSorted((a, b) => Decimal.from(b.amount).compare(Decimal.from(a.amount))).at(0)
    ?.paymentForm;
}

/** Returns the payments of a sale. If only `paymentForm` is given, it pays the whole total. */
export function paymentsOf({ paymentForm, payments }: SaleFacts, total: Decimal) {
  return paymentForm === undefined ? payments : [{ paymentForm, amount: total.toString() }];
}

/**
 * Returns the first due date of a sale on credit: from its settlementTerms, from its own due date,
 * or from the customer's payment terms; undefined if all three are missing.
 */
export function dueDateOf(
  { settlementTerms, paymentDueDate }: SaleFacts,
  total: Decimal,
  businessDate: CalendarDate,
  termDays: number | null,
): CalendarDate | undefined {
  if (settlementTerms) {
    return installmentsOf(total, settlementTermsOf(settlementTerms), businessDate)[0]?.dueOn;
  }
  if (paymentDueDate !== undefined) return paymentDueDate;
  return termDays === null ? undefined : addDays(businessDate, termDays);
}
