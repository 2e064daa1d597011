import type { CallContext, Run } from '@timbre/kit';
import type { CfdiPort } from '../domain/ports';
import { stampingRequested } from '../store/run-events';
import { claimNext } from '../store/row-leases';
import { lockRun } from './lock-run';
import { stampClaimedRow } from './stamp-claimed-row';

/** Rows of one message: few enough that another organization's turn comes soon. */
const rowsPerTurn = 20;

/** One worker of a run: takes queued rows one after the other, then asks for its next turn. It ends
 * when nothing is left to take; what it leaves behind, in a crash too, the reconciler takes up. */
export async function stampLane(
  steps: Run,
  cfdi: CfdiPort<CallContext>,
  runId: string,
  lane: number,
): Promise<void> {
  for (let taken = 0; taken < rowsPerTurn; taken += 1) {
    const rowId = await steps.step((tx) => claimNext(tx, runId));
    if (rowId === undefined) return;
    await stampClaimedRow(steps, cfdi, rowId);
  }
  await steps.step(async (tx) => {
    const run = await lockRun(tx, runId);
    if (run) tx.emit(() => stampingRequested(run, lane));
  });
}
