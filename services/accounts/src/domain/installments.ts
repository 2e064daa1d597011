import { Decimal, type CalendarDate } from '@timbre/fiscal';
import { coverageOf, type Planned } from './plan';

/**
 * An amount that a customer has to pay on a day: an installment of a plan, or the whole document if it has no
 * plan.
 */
export interface Installment {
  /** `undated`: the document names no due day; its own day counts, and people see `due_date`. */
  kind: 'installment' | 'due_date' | 'undated';
  planId: string | null;
  number: number | null;
  dueOn: CalendarDate;
  amount: Decimal;
  covered: Decimal;
}

/** The fields of a document from which its installments follow. */
export interface OwedDocument {
  total: Decimal;
  /** The open amount. */
  effective: Decimal;
  occurredOn: CalendarDate;
  /** The due date of the document, or else by the terms of the customer. */
  dueOn: CalendarDate | null;
  plan: (Planned & { planId: string }) | undefined;
}

/** The installments of a document: a function of its balances, its plan and its due date. */
export function installmentsOf({
  total,
  effective,
  occurredOn,
  dueOn,
  plan,
}: OwedDocument): Installment[] {
  if (plan) {
    return coverageOf(plan, effective).map((installment) => ({
      kind: 'installment',
      planId: plan.planId,
      ...installment,
    }));
  }
  // The credit of the document that was used elsewhere and is now missing can exceed its total.
  const amount = Decimal.max(total, effective);
  const alone = { planId: null, number: null, amount, covered: amount.minus(effective) };
  return [{ kind: dueOn ? 'due_date' : 'undated', dueOn: dueOn ?? occurredOn, ...alone }];
}

/** The installments of an ended document: its missing credit, which was used elsewhere. */
export const owedAgain = (effective: Decimal, occurredOn: CalendarDate): Installment[] =>
  effective.isPositive()
    ? installmentsOf({ total: effective, effective, occurredOn, dueOn: null, plan: undefined })
    : [];

/** The key of an installment within its document. */
export const installmentKey = ({
  planId,
  number,
}: Pick<Installment, 'planId' | 'number'>): string =>
  planId === null ? 'document' : `${planId}:${number}`;

/** The next due day; undefined if nothing with a date is open. */
export const nextDueOf = (
  installments: readonly Pick<Installment, 'kind' | 'dueOn' | 'amount' | 'covered'>[],
): CalendarDate | undefined =>
  installments
    .filter(({ kind, amount, covered }) => kind !== 'undated' && covered.lessThan(amount))
    .map(({ dueOn }) => dueOn)
    .toSorted()[0];
