import type { Repeated, Transaction } from '@timbre/kit';
import { moveRun } from '../domain/states/run-moves';
import type { PayrollRun } from '../store/payroll-runs';
import { runChanged } from '../store/run-events';
import { sumRows } from '../store/run-summary';
import { createStuckRunJob, type StuckParts } from './stuck-runs';

/** This time is longer than all deliveries and retry delays of one batch of the calculation. */
const stuckAfterMs = 15 * 60_000;

/**
 * Returns a run to its previous state after its calculation has failed permanently. Rows that were
 * already calculated keep their new amounts.
 */
export const createCalculationRelease = (parts: StuckParts): Repeated =>
  createStuckRunJob(parts, {
    name: 'payroll-calculation-release',
    runs: 'calculating',
    stuckAfterMs,
    takeUp: release,
  });

async function release(tx: Transaction, run: PayrollRun): Promise<void> {
  if (run.state !== 'calculating' || !run.stateBefore) return;
  run.state = moveRun(run.state, `calculation_failed_${run.stateBefore}`);
  run.totals = await sumRows(tx, run.id);
  run.stateBefore = null;
  run.calculationId = null;
  run.updatedAt = tx.now;
  tx.emit(() => runChanged(run));
}
