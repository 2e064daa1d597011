import { payroll } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import type { DomainEvent } from '@timbre/kit';
import { periodOfRun, type PayrollRun } from './payroll-runs';

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

/** payroll.run.calculation_requested: the next part of a calculation, for this service itself. */
export function calculationRequested(run: PayrollRun, afterEmployeeId?: string): DomainEvent {
  const message: payroll.CalculationRequested = {
    runId: run.id,
    calculationId: run.calculationId ?? '',
    afterEmployeeId,
  };
  const payload = payroll.CalculationRequested.encode(message).finish();
  return ofRun(run, 'calculation_requested', payload);
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
