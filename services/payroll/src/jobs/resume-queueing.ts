import type { Repeated, Transaction } from '@timbre/kit';
import type { PayrollRun } from '../store/payroll-runs';
import { queueingRequested } from '../store/run-events';
import { createStuckRunJob, type StuckParts } from './stuck-runs';

/** Longer than all deliveries of one part with their waits take: parts of a run that always fail
 * would fill their consumer, which has few places for all organizations. */
const stuckAfterMs = 6 * 60_000;

/** Asks again for runs to be queued whose messages were lost. One that comes after all does no
 * harm: whichever has the lock of the run queues its next rows, and the last of them ends both. */
export const createQueueingResumption = (parts: StuckParts): Repeated =>
  createStuckRunJob(parts, {
    name: 'payroll-queueing-resumption',
    runs: `state = 'stamping' and queueing`,
    stuckAfterMs,
    takeUp: resume,
  });

function resume(tx: Transaction, run: PayrollRun): Promise<void> {
  if (run.state !== 'stamping' || !run.queueing) return Promise.resolve();
  run.workedAt = tx.now;
  tx.emit(() => queueingRequested(run));
  return Promise.resolve();
}
