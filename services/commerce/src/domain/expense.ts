import { sayDayInFuture, sayInstantInFuture, type Said, type Today } from '@timbre/api';
import { type CalendarDate, Decimal, formToBeDefined, type Issue } from '@timbre/fiscal';

/** The fields of an expense that its rules check. */
export interface ExpenseTerms {
  settlementMode: 'credit' | 'paid';
  paymentForm?: string | null | undefined;
  supplierId?: string | null | undefined;
  dueOn?: CalendarDate | null | undefined;
  businessDate: CalendarDate;
  occurredAt: Date;
}

const fault = (field: string, code: string, message: string): Issue => {
  return { path: [field], code, message };
};

/**
 * Returns the violated rules between the fields of an expense; the gateway validates single values.
 *
 * - supplier_required: an expense on credit needs a supplier
 * - payment_form_not_allowed: an expense on credit must have form 99, and a paid expense another form
 * - payment_form_required: a paid expense needs a form of payment
 * - due_date_not_allowed: an expense that is already paid cannot have a due date
 * - in_future: the business date or the instant is in the future
 * @param at is the current day at the location
 */
export function expenseIssues(terms: ExpenseTerms, now: Date, at: Today): Issue[] {
  const { settlementMode, paymentForm, supplierId, dueOn, businessDate, occurredAt } = terms;
  const issues: Issue[] = [];
  const add = (field: string, code: string, message: string) =>
    issues.push(fault(field, code, message));
  if (settlementMode === 'credit') {
    if (!supplierId) add('supplierId', 'supplier_required', 'An expense on credit has a supplier.');
    if ((paymentForm ?? formToBeDefined) !== formToBeDefined) {
      const message = 'An expense on credit has no payment form until it is settled.';
      add('paymentForm', 'payment_form_not_allowed', message);
    }
  } else {
    if (!paymentForm) {
      add('paymentForm', 'payment_form_required', 'Say by which form the expense was paid.');
    } else if (paymentForm === formToBeDefined) {
      issues.push(formNotDefined());
    }
    if (dueOn) add('dueOn', 'due_date_not_allowed', 'Only an expense on credit has a due date.');
  }
  return [...issues, ...futureIssues({ businessDate, occurredAt }, now, at)];
}

function futureIssues(
  { businessDate, occurredAt }: Pick<ExpenseTerms, 'businessDate' | 'occurredAt'>,
  now: Date,
  at: Today,
): Issue[] {
  const issues: Issue[] = [];
  const add = (field: string, said: Said) =>
    issues.push({ path: [field], code: 'in_future', ...said });
  if (businessDate > at.today) add('businessDate', sayDayInFuture(businessDate, at));
  if (occurredAt > now) add('occurredAt', sayInstantInFuture(occurredAt, now));
  return issues;
}

const formNotDefined = (): Issue =>
  fault(
    'paymentForm',
    'payment_form_not_allowed',
    'Form of payment 99 means that nothing is paid yet; name the form of the payment.',
  );

/**
 * - supplier_name_not_allowed: leave the supplier's name out, because the name of the contact is used
 */
export function supplierNameIssues(
  supplierId: string | null | undefined,
  supplierName: string | undefined,
): Issue[] {
  if (!supplierId || supplierName === undefined) return [];
  const message =
    'The name comes from the supplier’s contact; give supplierId or supplierName, not both.';
  return [fault('supplierName', 'supplier_name_not_allowed', message)];
}

/**
 * Returns the violated rules of a settlement.
 *
 * - payment_form_not_allowed: a settlement cannot have form 99
 * - in_future: the day is after today
 * - before_expense: the day is before the date of the expense
 * @param businessDate is the business date of the expense
 */
export function settlementIssues(
  { paymentForm, paidOn }: { paymentForm: string; paidOn: CalendarDate },
  at: Today,
  businessDate: CalendarDate,
): Issue[] {
  const issues: Issue[] = [];
  if (paymentForm === formToBeDefined) {
    issues.push(formNotDefined());
  }
  if (paidOn > at.today)
    issues.push({ path: ['paidOn'], code: 'in_future', ...sayDayInFuture(paidOn, at) });
  if (paidOn < businessDate) {
    const message = `The expense is of ${businessDate}; it cannot be settled before.`;
    issues.push(fault('paidOn', 'before_expense', message));
  }
  return issues;
}

/** The state of an expense that determines whether it can change; amounts are in pesos. */
export interface ExpenseState {
  settlementMode: 'credit' | 'paid';
  total: string;
  /** The amount that was settled with the operation `settleExpense`. */
  settledAmount: string;
  /** The amount of payments to the supplier, received in events of the accounts service. */
  paidAmount: string;
  cfdiId?: string | null | undefined;
}

export interface ExpenseRefusal {
  reason: string;
  message: string;
}

/**
 * Returns the reason why an expense cannot be deleted, and why the fields that a settlement or a
 * CFDI depends on cannot be changed; undefined if both are possible.
 *
 * - has_settlements
 * - has_cfdi
 */
export function changeRefusal(expense: ExpenseState): ExpenseRefusal | undefined {
  if (!settledOf(expense).isZero()) {
    const message = 'The expense is settled in whole or in part.';
    return { reason: 'has_settlements', message };
  }
  if (!expense.cfdiId) return undefined;
  return { reason: 'has_cfdi', message: 'The expense is linked to a CFDI; unlink it first.' };
}

const settledOf = ({ settledAmount, paidAmount }: ExpenseState): Decimal =>
  Decimal.from(settledAmount).plus(Decimal.from(paidAmount));

/** Returns the open amount in pesos. */
const openAmountOf = (expense: ExpenseState): Decimal =>
  expense.settlementMode === 'paid'
    ? Decimal.zero
    : Decimal.max(Decimal.zero, Decimal.from(expense.total).minus(settledOf(expense)));

/**
 * Returns the reason why a settlement is rejected; undefined if it is allowed.
 *
 * - not_on_credit: the expense was paid at once, so nothing is left to settle
 * - exceeds_balance: the amount exceeds the open balance
 */
export function settlementRefusal(
  expense: ExpenseState,
  amount: Decimal,
): ExpenseRefusal | undefined {
  if (expense.settlementMode === 'paid') {
    return { reason: 'not_on_credit', message: 'The expense was paid when it was recorded.' };
  }
  const open = openAmountOf(expense);
  if (amount.compare(open) <= 0) return undefined;
  return { reason: 'exceeds_balance', message: `Only ${open.toString()} pesos are open.` };
}
