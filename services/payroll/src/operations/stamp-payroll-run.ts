import type { payroll } from '@timbre/contract';
import { command, conflict, replyWith, requireJudged } from '@timbre/kit';
import { moveRun } from '../domain/states/run-moves';
import { PayrollRun, runDetail, runName } from '../store/payroll-runs';
import { takeUpGivenBack } from '../store/queued-rows';
import { queueingRequested, runChanged } from '../store/run-events';
import { countRows } from '../store/run-summary';
import {
  readinessOf,
  refuseUnready,
  type StampingProviders,
} from '../workflows/readiness-to-stamp';
import { decided } from '../workflows/state-refusal';

/**
 * Stamps all ready receipts of a run. Stamping continues after the response, and the run shows its
 * progress. If stamping is impossible, no receipt is queued.
 */
export const stampPayrollRun = command(
  async (tx, { runId }: payroll.StampPayrollRunRequest, { cfdi }: StampingProviders) => {
    const readiness = await readinessOf(cfdi, tx.context);
    const run = await tx.lock(PayrollRun, runId, runName);
    await requireJudged(tx, runDetail, run.id);
    const next = decided(() => moveRun(run.state, 'stamp_requested'));
    const { ready = 0 } = await countRows(tx, run.id);
    if (ready === 0) throw conflict('No receipt of this run is ready.', 'no_ready_rows');
    refuseUnready(readiness, ready);
    await takeUpGivenBack(tx, run.id);
    run.state = next;
    run.queueing = true;
    run.progressTotal = 0;
    run.workedAt = tx.now;
    run.updatedAt = tx.now;
    tx.emit(() => queueingRequested(run));
    tx.emit(() => runChanged(run));
    return replyWith(runDetail, run.id);
  },
);
