import {
  certain,
  addDays,
  creditRelationships,
  Decimal,
  type CalendarDate,
  valueAt,
} from '@timbre/fiscal';
import { matchComplements, type Application, type PaidByComplement } from '../match-complements';
import { installmentsOf, nextDueOf } from '../installments';
import { openBalanceOf } from '../open-item';
import { openItemOf, needsReview, type OpenItemState } from '../open-item-state';
import {
  coverageOf,
  isSamePlan,
  planRefusal,
  stateAfter,
  statusOf,
  type CoveredInstallment,
  type Planned,
  type PlanState,
} from '../plan';
import type { SettlementEvent, SettlementHistory } from './read-example';

interface Note {
  amount: Decimal;
  isCertain: boolean;
  isUncertain: boolean;
}

/** The invoice with all events that were applied so far. */
interface Progress {
  complements: Map<string, PaidByComplement>;
  notes: Map<string, Note>;
  payments: Map<string, Application & { whole: Decimal }>;
  matches: OpenItemState['matches'];
  isCanceled: boolean;
  plan: (Planned & { state: PlanState; plannedOn: CalendarDate }) | undefined;
  rows: CoveredInstallment[];
  refusals: { event: Decimal; reason: string }[];
}

/**
 * Applies the events of the example and returns the invoice as the API would return it on that day.
 */
export function settleHistory(history: SettlementHistory): Record<string, unknown> {
  const progress: Progress = {
    complements: new Map(),
    notes: new Map(),
    payments: new Map(),
    matches: [],
    isCanceled: false,
    plan: undefined,
    rows: [],
    refusals: [],
  };
  history.events.forEach((event, index) => {
    apply(history, progress, event, index);
    follow(history, progress);
  });
  return shown(history, progress);
}

const effectiveOf = (history: SettlementHistory, progress: Progress) =>
  openBalanceOf(openItemOf(stateOf(history, progress))).effective;

function apply(
  history: SettlementHistory,
  progress: Progress,
  event: SettlementEvent,
  index: number,
): void {
  const { complements, notes, payments } = progress;
  switch (event.kind) {
    case 'plan':
      return plan(history, progress, event, index);
    case 'complement':
      complements.set(event.id, { ref: event.id, amount: event.amount, occurredOn: event.on });
      return;
    case 'cancelComplement':
      complements.delete(event.id);
      return;
    case 'creditNote': {
      const isLowering = creditRelationships.includes(event.relationship);
      const isCertain = isLowering && event.invoices === 1;
      const { id, amount } = event;
      notes.set(id, { amount, isCertain, isUncertain: isLowering && !isCertain });
      return;
    }
    case 'cancelCreditNote':
      notes.delete(event.id);
      return;
    case 'payment': {
      const { id: paymentId, paidOn = event.on, amount: whole, currency } = event;
      if (currency !== undefined && currency !== history.currency) return;
      const amount = Decimal.min(whole, effectiveOf(history, progress));
      payments.set(paymentId, { paymentId, amount, paidOn, isReversed: false, whole });
      return;
    }
    case 'reversePayment':
      // The map has no payments in other currencies.
      if (payments.has(event.id)) valueAt(payments, event.id).isReversed = true;
      return;
    case 'cancelInvoice':
      progress.isCanceled = true;
  }
}

function plan(
  history: SettlementHistory,
  progress: Progress,
  { terms, on }: Extract<SettlementEvent, { kind: 'plan' }>,
  index: number,
): void {
  const { fiscal: balance, effective } = openBalanceOf(openItemOf(stateOf(history, progress)));
  const { isDeferred, currency, issuedOn: occurredOn } = history;
  const status = progress.isCanceled ? 'canceled' : 'valid';
  const invoice = { kind: 'income', direction: 'issued', status, isDeferred, effective };
  const reason = planRefusal(invoice);
  if (reason) {
    progress.refusals.push({ event: Decimal.from(index), reason });
    return;
  }
  const live = progress.plan?.state === 'cleared' ? undefined : progress.plan;
  if (isSamePlan(live, terms, balance)) return;
  progress.plan = terms
    ? { terms, balance, currency, occurredOn, state: 'active', plannedOn: on }
    : { ...certain(progress.plan, 'plan'), state: 'cleared' };
}

/** Updates the matches, the state of the plan and the covered amounts after an event. */
function follow(history: SettlementHistory, progress: Progress): void {
  const { paid, applications, matches } = stateOf(history, progress);
  progress.matches = [...matches, ...matchComplements(paid, applications, matches)];
  const { plan: current, isCanceled } = progress;
  if (!current || current.state === 'cleared' || current.state === 'canceled') return;
  const effective = effectiveOf(history, progress);
  progress.plan = { ...current, state: stateAfter(effective, isCanceled) };
  if (!isCanceled) progress.rows = coverageOf(current, effective);
}

function stateOf(
  { total, currency, isDeferred }: SettlementHistory,
  progress: Progress,
): OpenItemState {
  const notes = [...progress.notes.values()];
  return {
    side: 'receivable',
    state: progress.isCanceled ? 'canceled' : 'live',
    contact: 'customer',
    documentRef: 'invoice',
    currency,
    total,
    isDeferred,
    isCfdi: true,
    spent: Decimal.zero,
    refunded: Decimal.zero,
    moneyBack: Decimal.zero,
    paid: [...progress.complements.values()],
    credited: Decimal.sum(notes.flatMap(({ isCertain, amount }) => (isCertain ? [amount] : []))),
    hasUncertainCredit: notes.some(({ isUncertain }) => isUncertain),
    applications: [...progress.payments.values()],
    matches: progress.matches,
  };
}

function shown(history: SettlementHistory, progress: Progress): Record<string, unknown> {
  const state = stateOf(history, progress);
  const { fiscal, effective, credit } = openBalanceOf(openItemOf(state));
  const { isCanceled, refusals } = progress;
  const papers = Decimal.sum(state.paid.map(({ amount }) => amount));
  const unapplied = [...progress.payments.values()]
    .filter(({ isReversed }) => !isReversed)
    .map(({ whole, amount }) => whole.minus(amount));
  const installments = isCanceled ? [] : installmentsOfHistory(history, progress, effective);
  const late = installments.filter(({ dueOn }) => dueOn < history.asOf);
  return {
    plan: shownPlan(history, progress),
    refusals,
    remainingBalance: isCanceled
      ? undefined
      : Decimal.max(Decimal.zero, history.total.minus(papers)),
    fiscalBalance: fiscal,
    effectiveRemainingBalance: isCanceled ? undefined : effective,
    customerCredit: credit.plus(Decimal.sum(unapplied)),
    manualAdjustmentNeedsReview: needsReview(state),
    paymentDueDate: nextDueOf(installments),
    overdueAmount: Decimal.sum(late.map(({ amount, covered }) => amount.minus(covered))),
  };
}

function installmentsOfHistory(history: SettlementHistory, progress: Progress, effective: Decimal) {
  const { total, issuedOn: occurredOn, dueDate, defaultPaymentTermDays: days } = history;
  const { plan: current } = progress;
  const isCounting = current?.state === 'active' || current?.state === 'completed';
  const dueOn = dueDate ?? (days === null ? null : addDays(occurredOn, days));
  return installmentsOf({
    total,
    effective,
    occurredOn,
    dueOn,
    plan: isCounting ? { ...current, planId: 'plan' } : undefined,
  });
}

function shownPlan({ asOf }: SettlementHistory, { plan: current, rows, isCanceled }: Progress) {
  if (!current) return { state: 'none', installments: [] };
  if (current.state === 'cleared') return { state: 'cleared', installments: [] };
  const { state, plannedOn, balance: plannedBalance } = current;
  const installments = rows.map((row) => ({
    number: Decimal.from(row.number),
    dueOn: row.dueOn,
    amount: row.amount,
    covered: row.covered,
    open: row.open,
    status: statusOf(row, isCanceled, asOf),
  }));
  return { state, installments, plannedOn, plannedBalance };
}
