import type { Repeated, Transaction } from '@timbre/kit';
import type { PayrollRun } from '../store/payroll-runs';
import { queueingRequested } from '../store/run-events';
import { createStuckRunJob, type StuckParts } from './stuck-runs';

/**
 * This time is longer than all deliveries and retry delays of one batch of the queueing. If this
 * time were shorter, a run that always fails could fill the few slots that the consumer has for all
 * organizations.
 */
const stuckAfterMs = 6 * 60_000;

/**
 * Requests the queueing again for runs whose messages were lost. A message that was presumed lost and
 * arrives late does no harm. The message that locks the run queues its next rows, and the message
 * that finds no remaining row ends both message chains.
 */
export const createQueueingResumption = (parts: StuckParts): Repeated =>
  createStuckRunJob(parts, {
    name: 'payroll-queueing-resumption',
    runs: 'queueing',
    stuckAfterMs,
    takeUp: resume,
  });

function resume(tx: Transaction, run: PayrollRun): Promise<void> {
  if (run.state !== 'stamping' || !run.queueing) return Promise.resolve();
  run.workedAt = tx.now;
  tx.emit(() => queueingRequested(run));
  return Promise.resolve();
}
