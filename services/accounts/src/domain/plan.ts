import {
  currency as currencyOf,
  Decimal,
  installmentsOf,
  type CalendarDate,
  type Installment,
  type SettlementTerms,
} from '@timbre/fiscal';

/** The facts from which the installments of an invoice follow. */
export interface Planned {
  terms: SettlementTerms;
  /** The fiscal balance when it was planned. */
  balance: Decimal;
  currency: string;
  /** The day of the transaction: the date of the invoice at its place of issue. */
  occurredOn: CalendarDate;
}

/** An installment with what covers it; `amount` is `covered` plus `open`. */
export interface CoveredInstallment extends Installment {
  covered: Decimal;
  open: Decimal;
}

/** Decimals of a currency that c_Moneda does not have; imported documents may carry one. */
const decimalsOfUnknown = 2;

/**
 * The installments of a plan, exact to the smallest unit of the currency, or to that of the balance if it is
 * finer: some imported documents have more decimals than their currency. Installments of zero are left out:
 * one cent in twelve installments is one installment.
 */
export function scheduleOf({ terms, balance, currency, occurredOn }: Planned): Installment[] {
  const own = currencyOf(currency, occurredOn)?.decimals ?? decimalsOfUnknown;
  const decimals = Math.max(own, balance.trimmed().scale);
  return installmentsOf(balance, terms, occurredOn, decimals).filter(
    ({ amount }) => !amount.isZero(),
  );
}

/**
 * The part of each installment that is covered while `effective` is open. Money and credit notes go to the
 * oldest installment (Código Civil Federal, articles 2094 and 2198). The open amount exceeds the plan only if
 * a complement or credit note from before the plan was canceled: the excess is due first.
 */
export function coverageOf(planned: Planned, effective: Decimal): CoveredInstallment[] {
  const excess = Decimal.max(Decimal.zero, effective.minus(planned.balance));
  let left = Decimal.max(Decimal.zero, planned.balance.minus(effective));
  return scheduleOf(planned).map((installment, index) => {
    const amount = index === 0 ? installment.amount.plus(excess) : installment.amount;
    const covered = Decimal.min(amount, left);
    left = left.minus(covered);
    return { ...installment, amount, covered, open: amount.minus(covered) };
  });
}

export type InstallmentStatus = 'paid' | 'canceled' | 'overdue' | 'partially_paid' | 'pending';

/** On its due date an installment is not overdue yet. `isEnded`: its invoice or plan ended. */
export function statusOf(
  { dueOn, covered, amount }: Pick<CoveredInstallment, 'dueOn' | 'covered' | 'amount'>,
  isEnded: boolean,
  today: CalendarDate,
): InstallmentStatus {
  if (covered.greaterOrEqual(amount)) return 'paid';
  if (isEnded) return 'canceled';
  if (dueOn < today) return 'overdue';
  return covered.isZero() ? 'pending' : 'partially_paid';
}

/** `replaced` and `cleared` by a request; `completed` while nothing is left to be paid. */
export type PlanState = 'active' | 'completed' | 'replaced' | 'cleared' | 'canceled';

/** A live plan; the others are history. */
export const isLive = (state: PlanState): boolean => state === 'active' || state === 'completed';

/** The state of a live plan after the balance or the state of its invoice changed. */
export function stateAfter(effective: Decimal, isCanceled: boolean): PlanState {
  if (isCanceled) return 'canceled';
  return effective.isZero() ? 'completed' : 'active';
}

/** An invoice as its planning sees it. */
export interface PlannableInvoice {
  kind: string;
  direction: string;
  status: string;
  isDeferred: boolean;
  /** The open amount; it does not matter for an invoice that is not stamped. */
  effective: Decimal;
}

export type PlanRefusal =
  | 'not_income'
  | 'not_issued'
  | 'not_stamped'
  | 'invoice_canceled'
  | 'not_deferred'
  | 'invoice_paid';

/** The reason why the invoice cannot be planned, and its plan cannot be cleared; undefined if it can. */
export function planRefusal(invoice: PlannableInvoice): PlanRefusal | undefined {
  if (invoice.kind !== 'income') return 'not_income';
  if (invoice.direction !== 'issued') return 'not_issued';
  if (invoice.status === 'draft') return 'not_stamped';
  if (invoice.status === 'canceled') return 'invoice_canceled';
  if (!invoice.isDeferred) return 'not_deferred';
  return invoice.effective.isZero() ? 'invoice_paid' : undefined;
}

/** Whether a request for these terms equals the present plan. */
export function isSamePlan(
  current: Pick<Planned, 'terms' | 'balance'> | undefined,
  terms: SettlementTerms | null,
  fiscalBalance: Decimal,
): boolean {
  if (!current || !terms) return !current && !terms;
  return current.balance.equals(fiscalBalance) && keyOf(current.terms) === keyOf(terms);
}

function keyOf({ installmentCount, firstDue, recurrence }: SettlementTerms): string {
  const first = { months: 0, date: '', ...firstDue };
  const { kind, day } = { day: 0, ...recurrence };
  return [installmentCount, first.kind, first.months, first.date, kind, day].join(' ');
}
