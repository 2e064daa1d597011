import { isCalendarDate } from './calendar-date';
import type { Issue } from './issue';
import {
  installmentsMax,
  monthsAfterTransactionMax,
  type FirstDue,
  type Recurrence,
  type SettlementTerms,
} from './settlement-terms';

/** Settlement terms as a client sends them, before validation. */
export interface TermsInput {
  installmentCount: number;
  firstDue?: { kind: string; months?: number | undefined; date?: string | undefined } | undefined;
  recurrence?: { kind: string; day?: number | undefined } | undefined;
}

const dayMax = 31;
/**
 * The latest allowed first due date. With a later date, the last of 60 monthly installments would be due
 * after the year 9999.
 */
const firstDueMax = '9994-12-31';

/**
 * Converts valid settlement terms from a client to the type SettlementTerms.
 * @throws RangeError for invalid terms
 */
export function settlementTermsOf(terms: TermsInput): SettlementTerms {
  const firstDue = firstDueOf(terms.firstDue);
  const recurrence = recurrenceOf(terms.recurrence);
  if (!firstDue || !recurrence) throw new RangeError('settlement terms lack a part');
  return { installmentCount: terms.installmentCount, firstDue, recurrence };
}

function firstDueOf(firstDue: TermsInput['firstDue']): FirstDue | undefined {
  if (!firstDue) return undefined;
  switch (firstDue.kind) {
    case 'transaction_date':
      return { kind: 'transaction_date' };
    case 'months_after_transaction':
      if (!isWithin(firstDue.months, monthsAfterTransactionMax)) return undefined;
      return { kind: 'months_after_transaction', months: firstDue.months };
    case 'fixed_date':
      if (!isFirstDueDate(firstDue.date)) return undefined;
      return { kind: 'fixed_date', date: firstDue.date };
    default:
      return undefined;
  }
}

const isFirstDueDate = (date: string | undefined): date is string =>
  date !== undefined && isCalendarDate(date) && date <= firstDueMax;

function recurrenceOf(recurrence: TermsInput['recurrence']): Recurrence | undefined {
  if (!recurrence) return undefined;
  switch (recurrence.kind) {
    case 'anchor_day':
    case 'last_day':
      return { kind: recurrence.kind };
    case 'day_of_month':
      if (!isWithin(recurrence.day, dayMax)) return undefined;
      return { kind: 'day_of_month', day: recurrence.day };
    default:
      return undefined;
  }
}

function isWithin(value: number | undefined, max: number): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 1 && value <= max;
}

/**
 * Checks the rules of settlement terms (specification, part 2).
 *
 * - installment_count_out_of_range: the number of installments must be 1 to 60
 * - first_due_invalid: the kind of the first due date is unknown, its months are not 1 to 60, or its date
 *   does not exist or is after 9994-12-31
 * - recurrence_invalid: the kind of recurrence is unknown, or its day is not 1 to 31
 * @param path the path of the terms in the request
 */
export function settlementTermsIssues(terms: TermsInput, path: Issue['path']): Issue[] {
  const issues: Issue[] = [];
  const add = (field: keyof TermsInput, code: string, message: string) =>
    issues.push({ path: [...path, field], code, message });
  if (!isWithin(terms.installmentCount, installmentsMax)) {
    const message = `The number of installments must be 1 to ${installmentsMax}.`;
    add('installmentCount', 'installment_count_out_of_range', message);
  }
  if (!firstDueOf(terms.firstDue)) {
    add('firstDue', 'first_due_invalid', 'The first due date is not valid.');
  }
  if (!recurrenceOf(terms.recurrence)) {
    add('recurrence', 'recurrence_invalid', 'The recurrence is not valid.');
  }
  return issues;
}
