import { Decimal } from '@timbre/fiscal';
import type {
  DeductionBasis,
  GivenDeduction,
  GivenEarning,
  Incidents,
  PayrollPeriod,
} from './calculation/input';
import { incidentIssues } from './issues/incident-issues';
import type { Issue } from './issues/issue';

/**
 * An earning or a deduction in a request or in an employee record. The basis of an earning or
 * deduction determines which amounts are required.
 */
export interface GivenItem {
  readonly type: string;
  readonly code?: string | undefined;
  readonly description?: string | undefined;
  /** The basis of a deduction; absent for an earning, which always has an amount. */
  readonly basis?: string | undefined;
  readonly amount?: string | undefined;
  readonly percent?: string | undefined;
  readonly factor?: string | undefined;
  readonly unitValue?: string | undefined;
  /** The shares or titles of an earning of type 045. */
  readonly shares?: { readonly marketValue: string; readonly grantPrice: string } | undefined;
}

/** Items that are added to every ordinary payment of an employee. */
export interface RecurringItems {
  readonly recurringEarnings?: readonly GivenItem[] | null | undefined;
  readonly recurringDeductions?: readonly GivenItem[] | null | undefined;
}

export function givenEarningOf(item: GivenItem): GivenEarning {
  const { type, shares } = item;
  return {
    type,
    ...textsOf(item),
    amount: amountOf(item.amount),
    ...(shares && {
      shares: {
        marketValue: amountOf(shares.marketValue),
        grantPrice: amountOf(shares.grantPrice),
      },
    }),
  };
}

export function givenDeductionOf(item: GivenItem): GivenDeduction {
  return { type: item.type, ...textsOf(item), ...basisOf(item) };
}

/**
 * Adds the recurring items of the employee to the incidents of an ordinary payment. No recurring items
 * are added to an extraordinary payment.
 */
export function withRecurring(
  kind: PayrollPeriod['kind'],
  given: Incidents,
  { recurringEarnings, recurringDeductions }: RecurringItems,
): Incidents {
  if (kind === 'extraordinary') return given;
  const earnings = (recurringEarnings ?? []).map(givenEarningOf);
  const deductions = (recurringDeductions ?? []).map(givenDeductionOf);
  return {
    ...given,
    otherEarnings: [...earnings, ...(given.otherEarnings ?? [])],
    deductions: [...deductions, ...(given.deductions ?? [])],
    recurring: { earnings: earnings.length, deductions: deductions.length },
  };
}

/**
 * Reports items that a calculation cannot use on a day: the type is unknown, computed or not in force, or
 * an amount is missing or zero.
 */
export const recurringIssues = (items: RecurringItems, on: string): Issue[] =>
  incidentIssues(withRecurring('ordinary', {}, items), { kind: 'ordinary', paidOn: on });

/**
 * Converts the basis and the amounts of an item. A missing amount of an item becomes zero. No basis
 * of an item allows a zero amount, so the item is reported as an issue.
 */
function basisOf({ basis, amount, percent, factor, unitValue }: GivenItem): DeductionBasis {
  if (basis === 'percent') return { basis, percent: amountOf(percent) };
  if (basis === 'factor') {
    return { basis, factor: amountOf(factor), unitValue: amountOf(unitValue) };
  }
  const isMonthly = basis === 'monthly_amount';
  return { basis: isMonthly ? 'monthly_amount' : 'amount', amount: amountOf(amount) };
}

function textsOf({ code, description }: GivenItem): { code?: string; description?: string } {
  return {
    ...(code === undefined ? {} : { code }),
    ...(description === undefined ? {} : { description }),
  };
}

const amountOf = (text: string | undefined): Decimal => Decimal.parse(text ?? '') ?? Decimal.zero;
