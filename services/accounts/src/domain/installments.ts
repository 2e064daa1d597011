import { Decimal, type CalendarDate } from '@timbre/fiscal';
import { coverageOf, type Planned } from './plan';

/**
 * An amount that a customer has to pay on a day: an installment of a plan, or the whole document if it has no
 * plan.
 */
export interface Installment {
  /**
   * `undated`: the document has no due date, so it is due on its issue date. The API shows
   * `due_date` for this kind.
   */
  kind: 'installment' | 'due_date' | 'undated';
  planId: string | null;
  number: number | null;
  dueOn: CalendarDate;
  amount: Decimal;
  covered: Decimal;
}

/** The fields of a document that determine its installments. */
export interface OwedDocument {
  total: Decimal;
  /** The open amount of the document. */
  effective: Decimal;
  occurredOn: CalendarDate;
  /** The due date of the document, or else the due date by the payment terms of the customer. */
  dueOn: CalendarDate | null;
  plan: (Planned & { planId: string }) | undefined;
}

/** Calculates the installments of a document from its balances, its plan and its due date. */
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
  // The open amount exceeds the total if the document had a credit that paid another document and
  // that does not exist any more.
  const amount = Decimal.max(total, effective);
  const alone = { planId: null, number: null, amount, covered: amount.minus(effective) };
  return [{ kind: dueOn ? 'due_date' : 'undated', dueOn: dueOn ?? occurredOn, ...alone }];
}

/**
 * Returns one installment for a canceled or superseded document if it had a credit that paid
 * another document and that does not exist any more.
 */
export const owedAgain = (effective: Decimal, occurredOn: CalendarDate): Installment[] =>
  effective.isPositive()
    ? installmentsOf({ total: effective, effective, occurredOn, dueOn: null, plan: undefined })
    : [];

/** Returns the key of an installment, which is unique within its document. */
export const installmentKey = ({
  planId,
  number,
}: Pick<Installment, 'planId' | 'number'>): string =>
  planId === null ? 'document' : `${planId}:${number}`;

/** Returns the next due date; undefined if no dated installment is open. */
export const nextDueOf = (
  installments: readonly Pick<Installment, 'kind' | 'dueOn' | 'amount' | 'covered'>[],
): CalendarDate | undefined =>
  installments
    .filter(({ kind, amount, covered }) => kind !== 'undated' && covered.lessThan(amount))
    .map(({ dueOn }) => dueOn)
    .toSorted()[0];
