import type { Transaction } from '@timbre/kit';
import { moveRun, settledEventOf } from '../domain/states/run-moves';
import type { PayrollRun } from '../store/payroll-runs';
import { runSettled } from '../store/run-events';
import { countRows, hasBusyRows, sumRows } from '../store/run-summary';

/** Ends the stamping of a run if no row is queued or being stamped. The caller has locked `run`. */
export async function settleRun(tx: Transaction, run: PayrollRun): Promise<void> {
  if (run.state !== 'stamping' || run.queueing) return;
  await (await tx.entityManager()).flush();
  if (await hasBusyRows(tx, run.id)) return;
  const event = settledEventOf(await countRows(tx, run.id));
  if (!event) return;
  run.state = moveRun(run.state, event);
  run.totals = await sumRows(tx, run.id);
  run.updatedAt = tx.now;
  tx.emit(() => runSettled(run));
}
