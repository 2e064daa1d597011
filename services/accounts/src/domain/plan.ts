import {
  currency as currencyOf,
  Decimal,
  installmentsOf,
  type CalendarDate,
  type Installment,
  type SettlementTerms,
} from '@timbre/fiscal';

/** The data from which the installments of an invoice are calculated. */
export interface Planned {
  terms: SettlementTerms;
  /** The fiscal balance of the invoice when the plan was made. */
  balance: Decimal;
  currency: string;
  /** The issue date of the invoice at its place of issue. */
  occurredOn: CalendarDate;
}

/** An installment with its paid part; `amount` is `covered` plus `open`. */
export interface CoveredInstallment extends Installment {
  covered: Decimal;
  open: Decimal;
}

/**
 * The number of decimals of a currency that is not in c_Moneda. Imported documents may have a currency
 * that the SAT catalogue does not contain.
 */
const decimalsOfUnknown = 2;

/**
 * Calculates the installments of a plan, exact to the smallest unit of the currency. If the balance of an
 * imported document has more decimals than its currency, the installments also have this many decimals.
 * Installments of zero are left out, so a balance of one cent in twelve installments becomes a
 * single installment.
 */
export function scheduleOf({ terms, balance, currency, occurredOn }: Planned): Installment[] {
  const own = currencyOf(currency, occurredOn)?.decimals ?? decimalsOfUnknown;
  const decimals = Math.max(own, balance.trimmed().scale);
  return installmentsOf(balance, terms, occurredOn, decimals).filter(
    ({ amount }) => !amount.isZero(),
  );
}

/**
 * Calculates the paid part of each installment of an invoice with the open amount `effective`. Money and
 * credit notes pay the oldest installment first (Código Civil Federal, articles 2094 and 2198). The open
 * amount exceeds the sum of the plan only if a complement or credit note that is older than the
 * plan was canceled. The amount that exceeds the plan is then due first.
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

/**
 * Returns the status of an installment. An installment becomes overdue on the day after its due
 * date.
 * @param isEnded whether the invoice is canceled or the plan is no longer in force
 */
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

/**
 * The states that a payment plan can have. Requests of users set the plan states `replaced` and
 * `cleared`. A plan becomes `completed` when its invoice is paid in full.
 */
export type PlanState = 'active' | 'completed' | 'replaced' | 'cleared' | 'canceled';

/** Whether the plan is in force; plans in other states are only kept as history. */
export const isLive = (state: PlanState): boolean => state === 'active' || state === 'completed';

/** Returns the state that a plan in force has after a change of its invoice. */
export function stateAfter(effective: Decimal, isCanceled: boolean): PlanState {
  if (isCanceled) return 'canceled';
  return effective.isZero() ? 'completed' : 'active';
}

/** The fields of an invoice that decide whether the invoice can have a payment plan. */
export interface PlannableInvoice {
  kind: string;
  direction: string;
  status: string;
  isDeferred: boolean;
  /** The open amount; not used for an invoice that is not stamped. */
  effective: Decimal;
}

export type PlanRefusal =
  | 'not_income'
  | 'not_issued'
  | 'not_stamped'
  | 'invoice_canceled'
  | 'not_deferred'
  | 'invoice_paid';

/**
 * Returns the reason why a plan cannot be made or cleared for this invoice; undefined if the plan
 * can be made or cleared.
 */
export function planRefusal(invoice: PlannableInvoice): PlanRefusal | undefined {
  if (invoice.kind !== 'income') return 'not_income';
  if (invoice.direction !== 'issued') return 'not_issued';
  if (invoice.status === 'draft') return 'not_stamped';
  if (invoice.status === 'canceled') return 'invoice_canceled';
  if (!invoice.isDeferred) return 'not_deferred';
  return invoice.effective.isZero() ? 'invoice_paid' : undefined;
}

/** Whether the request has the same terms and balance as the current plan. */
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
