import { Decimal, type CalendarDate } from '@timbre/fiscal';
import { coverageOf, type Planned } from './plan';

/**
 * An amount that a customer has to pay on a day: an installment of a plan, or the whole document if the
 * document has no plan.
 */
export interface Installment {
  /**
   * `undated` means that the document has no due date, so it is due on its issue date. For the kind
   * `undated`, the API returns `due_date`.
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
  /** The open (unpaid) amount of the document. */
  effective: Decimal;
  occurredOn: CalendarDate;
  /**
   * The due date on the document or, if it is absent, the due date from the customer's payment
   * terms.
   */
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
  // The open amount exceeds the total if credit of this document paid another document and the credit no
  // longer exists.
  const amount = Decimal.max(total, effective);
  const alone = { planId: null, number: null, amount, covered: amount.minus(effective) };
  return [{ kind: dueOn ? 'due_date' : 'undated', dueOn: dueOn ?? occurredOn, ...alone }];
}

/**
 * Returns one installment for a canceled or superseded document if its credit paid another document and
 * no longer exists.
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

/** Returns the next due date, or undefined if no dated installment is open. */
export const nextDueOf = (
  installments: readonly Pick<Installment, 'kind' | 'dueOn' | 'amount' | 'covered'>[],
): CalendarDate | undefined =>
  installments
    .filter(({ kind, amount, covered }) => kind !== 'undated' && covered.lessThan(amount))
    .map(({ dueOn }) => dueOn)
    .toSorted()[0];
