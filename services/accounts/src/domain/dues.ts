import { Decimal, type CalendarDate } from '@timbre/fiscal';
import { coverageOf, type Planned } from './plan';

/**
 * A due: an amount that a customer has to pay on a day, as an installment or as a document without
 * a plan.
 */
export interface Due {
  /** `undated`: the document names no day; it counts from its own, and people see it as `due_date`. */
  kind: 'installment' | 'due_date' | 'undated';
  planId: string | null;
  number: number | null;
  dueOn: CalendarDate;
  amount: Decimal;
  covered: Decimal;
}

/** The fields of a document from which its dues follow. */
export interface OwedDocument {
  total: Decimal;
  /** The open amount. */
  effective: Decimal;
  occurredOn: CalendarDate;
  /** The due date of the document, or else by the terms of the customer. */
  dueOn: CalendarDate | null;
  plan: (Planned & { planId: string }) | undefined;
}

/** The dues of a document: a function of its balances, its plan and its due date. */
export function duesOf({ total, effective, occurredOn, dueOn, plan }: OwedDocument): Due[] {
  if (plan) {
    return coverageOf(plan, effective).map((installment) => ({
      kind: 'installment',
      planId: plan.planId,
      ...installment,
    }));
  }
  // Credit of the document that was used elsewhere and is missing since can exceed its total.
  const amount = Decimal.max(total, effective);
  const alone = { planId: null, number: null, amount, covered: amount.minus(effective) };
  return [{ kind: dueOn ? 'due_date' : 'undated', dueOn: dueOn ?? occurredOn, ...alone }];
}

/** The dues of a document that ended: its credit that was used elsewhere and is missing. */
export const owedAgain = (effective: Decimal, occurredOn: CalendarDate): Due[] =>
  effective.isPositive()
    ? duesOf({ total: effective, effective, occurredOn, dueOn: null, plan: undefined })
    : [];

/** The key of a due among those of its document. */
export const keyOfDue = ({ planId, number }: Pick<Due, 'planId' | 'number'>): string =>
  planId === null ? 'document' : `${planId}:${number}`;

/** The next due day; undefined if nothing with a date is open. */
export const nextDueOf = (
  dues: readonly Pick<Due, 'kind' | 'dueOn' | 'amount' | 'covered'>[],
): CalendarDate | undefined =>
  dues
    .filter(({ kind, amount, covered }) => kind !== 'undated' && covered.lessThan(amount))
    .map(({ dueOn }) => dueOn)
    .toSorted()[0];
