import { Decimal } from '@timbre/fiscal';
import type { DeductionBasis, GivenDeduction, GivenEarning } from './calculation/input';
import { incidentIssues } from './issues/incident-issues';

/** An earning or a deduction as it was given: its basis names the amounts it must have. */
export interface GivenItem {
  readonly type: string;
  readonly code?: string | undefined;
  readonly description?: string | undefined;
  /** Of a deduction; an earning has an amount. */
  readonly basis?: string | undefined;
  readonly amount?: string | undefined;
  readonly percent?: string | undefined;
  readonly factor?: string | undefined;
  readonly unitValue?: string | undefined;
}

/** What repeats in every payment of an employee. */
export interface RecurringItems {
  readonly recurringEarnings?: readonly GivenItem[] | null | undefined;
  readonly recurringDeductions?: readonly GivenItem[] | null | undefined;
}

export function givenEarningOf(item: GivenItem): GivenEarning {
  return { type: item.type, ...textsOf(item), amount: amountOf(item.amount) };
}

export function givenDeductionOf(item: GivenItem): GivenDeduction {
  return { type: item.type, ...textsOf(item), ...basisOf(item) };
}

/** Paths of the items a calculation could not use on a day: type unknown, computed or not in force,
 * amount missing or zero. */
export function recurringItemPaths(items: RecurringItems, on: string): (string | number)[][] {
  const incidents = {
    otherEarnings: (items.recurringEarnings ?? []).map(givenEarningOf),
    deductions: (items.recurringDeductions ?? []).map(givenDeductionOf),
  };
  return incidentIssues(incidents, on).map(({ field = '' }) => {
    const [, list = '', ...rest] = field.split('.');
    const name = list === 'deductions' ? 'recurringDeductions' : 'recurringEarnings';
    return [name, ...rest.map((part) => (/^\d+$/.test(part) ? Number(part) : part))];
  });
}

/** What is missing becomes zero, which no basis allows: the issue then names it. */
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
