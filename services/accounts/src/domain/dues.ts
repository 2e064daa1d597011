import { Decimal, type CalendarDate } from '@timbre/fiscal';
import { coverageOf, type Planned } from './plan';

/** What a customer is to pay on a day: an installment, or a document without a plan. */
export interface Due {
  /** `undated`: the document names no day; it counts from its own, and people see it as `due_date`. */
  kind: 'installment' | 'due_date' | 'undated';
  planId: string | null;
  number: number | null;
  dueOn: CalendarDate;
  amount: Decimal;
  covered: Decimal;
}

/** A document that a customer owes, as far as its dues follow from it. */
export interface OwedDocument {
  total: Decimal;
  /** What is still to be paid. */
  effective: Decimal;
  occurredOn: CalendarDate;
  /** Its own due date, else that of the customer's terms. */
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

/** The dues of a document that is no more: credit of it that was used elsewhere and is missing since. */
export const owedAgain = (effective: Decimal, occurredOn: CalendarDate): Due[] =>
  effective.isPositive()
    ? duesOf({ total: effective, effective, occurredOn, dueOn: null, plan: undefined })
    : [];

/** Which due it is among those of its document. */
export const keyOfDue = ({ planId, number }: Pick<Due, 'planId' | 'number'>): string =>
  planId === null ? 'document' : `${planId}:${number}`;

/** The day on which something of the dues is to be paid next; undefined if nothing dated is open. */
export const nextDueOf = (
  dues: readonly Pick<Due, 'kind' | 'dueOn' | 'amount' | 'covered'>[],
): CalendarDate | undefined =>
  dues
    .filter(({ kind, amount, covered }) => kind !== 'undated' && covered.lessThan(amount))
    .map(({ dueOn }) => dueOn)
    .toSorted()[0];
