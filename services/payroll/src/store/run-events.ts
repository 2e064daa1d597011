import { betweenServices, publicForm } from '@timbre/api';
import { payroll } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import type { DomainEvent, Transaction } from '@timbre/kit';
import { periodOfRun, type PayrollRun } from './payroll-runs';
import type { Partition } from './roster';

/** Creates the event payroll.run.changed with the current state of the run. */
export const runChanged = (run: PayrollRun): DomainEvent => ofState(run, 'changed');

/**
 * Creates the event payroll.run.settled with the current state of the run, after its stamping ended or
 * its unstamped rows were omitted.
 */
export const runSettled = (run: PayrollRun): DomainEvent => ofState(run, 'settled');

function ofState(run: PayrollRun, what: string): DomainEvent {
  const { receiptCount, net } = run.totals;
  const message: payroll.PayrollRun = {
    runId: run.id,
    version: run.version,
    state: run.state,
    period: periodOfRun(run),
    receiptCount,
    net: Decimal.from(net).toString(),
  };
  return ofRun(run, what, payroll.PayrollRun.encode(message).finish());
}

const stamped = ['stamped', 'partially_stamped'];

export const publicRun = publicForm('payroll.run', payroll.PayrollRun, {
  // If all receipts of a run were refused, the run is not reported as stamped.
  type: (happened, { state }) =>
    happened === 'settled' && stamped.includes(state)
      ? 'payroll_run.completed'
      : 'payroll_run.changed',
  data: ({ period, receiptCount, net, ...run }) => ({
    ...run,
    ...period,
    totals: { receiptCount, net },
  }),
});

/**
 * Creates the event payroll.run.calculation_requested, with which payroll requests the next part of a
 * partition from itself.
 */
export function calculationRequested(
  run: PayrollRun,
  { index, count }: Partition,
  afterEmployeeId?: string,
): DomainEvent {
  const message: payroll.CalculationRequested = {
    runId: run.id,
    calculationId: run.calculationId ?? '',
    afterEmployeeId,
    lane: index,
    lanes: count,
  };
  const payload = payroll.CalculationRequested.encode(message).finish();
  return inSequence(run, index, 'calculation_requested', payload);
}

/**
 * The values of a run that a background work message contains. A background work message does not
 * contain the state of the run.
 */
type RunNamed = Pick<PayrollRun, 'id'> & Partial<Pick<PayrollRun, 'version'>>;

function ofRun(run: RunNamed, what: string, payload: Uint8Array): DomainEvent {
  return {
    subject: `payroll.run.${what}`,
    aggregate: 'payroll_run',
    aggregateId: run.id,
    aggregateVersion: run.version ?? 1,
    payload,
  };
}

/**
 * Creates the event payroll.run.queueing_requested, with which payroll requests the queueing of the next
 * ready rows from itself.
 */
export function queueingRequested(run: PayrollRun, afterRowId?: string): DomainEvent {
  const message: payroll.QueueingRequested = { runId: run.id, afterRowId };
  return ofRun(run, 'queueing_requested', payroll.QueueingRequested.encode(message).finish());
}

/**
 * Creates the event payroll.run.sealing_requested, which requests the sealing of the queued rows in
 * the range from `first` to `last`. Batches of the same sequence are sealed in order.
 */
export function sealingRequested(
  run: RunNamed,
  [first, last]: readonly [string, string],
  sequence = 0,
): DomainEvent {
  const message: payroll.SealingRequested = { runId: run.id, firstRowId: first, lastRowId: last };
  const payload = payroll.SealingRequested.encode(message).finish();
  return inSequence(run, sequence, 'sealing_requested', payload);
}

/**
 * Creates the event payroll.run.stamping_requested, which means that sealed rows wait to be sent.
 * Sending requests for one run need no order, because a turn that is running handles all of them.
 */
export function stampingRequested(tx: Transaction, run: RunNamed): DomainEvent {
  const payload = payroll.StampingRequested.encode({ runId: run.id }).finish();
  return inSequence(run, tx.newId(), 'stamping_requested', payload);
}

function inSequence(
  run: RunNamed,
  sequence: number | string,
  what: string,
  payload: Uint8Array,
): DomainEvent {
  const event = ofRun(run, what, payload);
  return { ...event, aggregate: 'payroll_lane', aggregateId: `${run.id}:${sequence}` };
}

/** The events with which payroll requests work from itself. */
export const requestsOfWork = [
  'calculation_requested',
  'queueing_requested',
  'sealing_requested',
  'stamping_requested',
].map((requested) => betweenServices(`payroll.run.${requested}`));
