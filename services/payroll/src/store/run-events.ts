import { payroll } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import type { DomainEvent } from '@timbre/kit';
import { periodOfRun, type PayrollRun } from './payroll-runs';
import type { Lane } from './roster';

/** payroll.run.changed: the run as it now is. */
export function runChanged(run: PayrollRun): DomainEvent {
  const { receiptCount, net } = run.totals;
  const message: payroll.PayrollRun = {
    runId: run.id,
    version: run.version,
    state: run.state,
    period: periodOfRun(run),
    receiptCount,
    net: Decimal.from(net).toString(),
  };
  return ofRun(run, 'changed', payroll.PayrollRun.encode(message).finish());
}

/** payroll.run.calculation_requested: the next part of a lane, for this service itself. */
export function calculationRequested(
  run: PayrollRun,
  { lane, lanes }: Lane,
  afterEmployeeId?: string,
): DomainEvent {
  const message: payroll.CalculationRequested = {
    runId: run.id,
    calculationId: run.calculationId ?? '',
    afterEmployeeId,
    lane,
    lanes,
  };
  const payload = payroll.CalculationRequested.encode(message).finish();
  return ofLane(run, lane, 'calculation_requested', payload);
}

function ofRun(run: PayrollRun, what: string, payload: Uint8Array): DomainEvent {
  return {
    subject: `payroll.run.${what}`,
    aggregate: 'payroll_run',
    aggregateId: run.id,
    aggregateVersion: run.version,
    payload,
  };
}

/** payroll.run.queueing_requested: the next ready rows, for this service itself. */
export function queueingRequested(run: PayrollRun, afterRowId?: string): DomainEvent {
  const message: payroll.QueueingRequested = { runId: run.id, afterRowId };
  return ofRun(run, 'queueing_requested', payroll.QueueingRequested.encode(message).finish());
}

/** payroll.run.stamping_requested: one lane. Lanes are apart, so that they run side by side. */
export function stampingRequested(run: PayrollRun, lane: number): DomainEvent {
  const message: payroll.StampingRequested = { runId: run.id, lane };
  const payload = payroll.StampingRequested.encode(message).finish();
  return ofLane(run, lane, 'stamping_requested', payload);
}

function ofLane(run: PayrollRun, lane: number, what: string, payload: Uint8Array): DomainEvent {
  const event = ofRun(run, what, payload);
  return { ...event, aggregate: 'payroll_lane', aggregateId: `${run.id}:${lane}` };
}
