import { addMonths, isCalendarDate, partsOf, type CalendarDate } from './calendar-date';
import { Decimal } from './decimal';

/** The due dates of a document's payment (specification, part 2: settlementTerms). */
export interface SettlementTerms {
  /** The number of installments, 1 to 60. */
  installmentCount: number;
  firstDue: FirstDue;
  recurrence: Recurrence;
}

/**
 * The kinds `transaction_date` and `fixed_date` determine the exact first due day. `months_after_transaction`
 * (1 to 60) determines only a month, and the recurrence determines the day. A single installment can
 * therefore be due on, for example, the last day of next month.
 */
export type FirstDue =
  | { kind: 'transaction_date' }
  | { kind: 'months_after_transaction'; months: number }
  | { kind: 'fixed_date'; date: CalendarDate };

/**
 * The rule for the due day in every month after the first installment. In a shorter month, the installment is
 * due on the last day. `anchor` means the day of the transaction or of the fixed date.
 */
export type Recurrence =
  { kind: 'anchor_day' } | { kind: 'day_of_month'; day: number } | { kind: 'last_day' };

export interface Installment {
  /** The number of the installment, counted from 1. */
  number: number;
  dueOn: CalendarDate;
  /** The amount of the installment, with the number of decimals of the currency. */
  amount: Decimal;
}

export const installmentsMax = 60;
export const monthsAfterTransactionMax = 60;
const longestMonth = 31;

/**
 * Returns the installments of a total: one per month, sorted by date. The amounts add up to the total and
 * differ by at most the smallest unit of the currency. The first installments have the larger amounts.
 * @param decimals the decimals of the currency: 2 for pesos, 0 for yen
 * @throws RangeError if the terms are out of bounds, a date does not exist, or the total is negative or has
 * more decimals than the currency
 */
export function installmentsOf(
  total: Decimal,
  terms: SettlementTerms,
  transactionDate: CalendarDate,
  decimals = 2,
): Installment[] {
  assertTerms(terms);
  const amounts = amountsOf(total, terms.installmentCount, decimals);
  const first = firstDueOn(terms, transactionDate);
  const day = dueDay(terms, transactionDate);
  return amounts.map((amount, index) => ({
    number: index + 1,
    dueOn: index === 0 ? first : addMonths(first, index, day),
    amount,
  }));
}

function amountsOf(total: Decimal, count: number, decimals: number): Decimal[] {
  if (total.isNegative() || total.trimmed().scale > decimals) {
    throw new RangeError(`the total is negative or has more than ${decimals} decimals: ${total}`);
  }
  const unit = Decimal.one.dividedBy(Decimal.from(10n ** BigInt(decimals)), decimals);
  const share = total.dividedBy(Decimal.from(count), decimals, 'down');
  const left = total
    .minus(share.times(Decimal.from(count)))
    .dividedBy(unit, 0)
    .toNumber();
  return Array.from({ length: count }, (_, index) => (index < left ? share.plus(unit) : share));
}

function firstDueOn(terms: SettlementTerms, transactionDate: CalendarDate): CalendarDate {
  switch (terms.firstDue.kind) {
    case 'transaction_date':
      return addMonths(transactionDate, 0);
    case 'months_after_transaction':
      return addMonths(transactionDate, terms.firstDue.months, dueDay(terms, transactionDate));
    case 'fixed_date':
      return terms.firstDue.date;
  }
}

/**
 * Returns the requested due day of the month as a number. A number beyond the end of a month means the last
 * day of the month.
 */
function dueDay({ firstDue, recurrence }: SettlementTerms, transactionDate: CalendarDate): number {
  switch (recurrence.kind) {
    case 'anchor_day':
      return partsOf(firstDue.kind === 'fixed_date' ? firstDue.date : transactionDate)[2];
    case 'day_of_month':
      return recurrence.day;
    case 'last_day':
      return longestMonth;
  }
}

function assertTerms({ installmentCount, firstDue, recurrence }: SettlementTerms): void {
  assertWithin('installmentCount', installmentCount, installmentsMax);
  if (firstDue.kind === 'months_after_transaction') {
    assertWithin('firstDue.months', firstDue.months, monthsAfterTransactionMax);
  }
  if (firstDue.kind === 'fixed_date' && !isCalendarDate(firstDue.date)) {
    throw new RangeError(`firstDue.date is not a date: ${firstDue.date}`);
  }
  if (recurrence.kind === 'day_of_month') {
    assertWithin('recurrence.day', recurrence.day, longestMonth);
  }
}

function assertWithin(name: string, value: number, max: number): void {
  if (!Number.isInteger(value) || value < 1 || value > max) {
    throw new RangeError(`${name} is not between 1 and ${max}: ${value}`);
  }
}
