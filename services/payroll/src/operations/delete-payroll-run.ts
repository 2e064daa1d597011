import type { payroll } from '@timbre/contract';
import { command, conflict, operationInProgress, replyValue, type Transaction } from '@timbre/kit';
import { mayDelete } from '../domain/states/run-moves';
import { PayrollRun, runName } from '../store/payroll-runs';
import { draftDropped } from '../store/row-events';
import { draftsOfRun } from '../store/rows-of-document';
import { countRows } from '../store/run-summary';

/**
 * Deletes a run and its rows, if no row was ever stamped.
 * - run_has_stamps: the run has had stamped receipts, so it cannot be deleted
 */
export const deletePayrollRun = command(async (tx, { runId }: payroll.DeletePayrollRunRequest) => {
  const run = await tx.lock(PayrollRun, runId, runName);
  const isBusy = run.state === 'calculating' || run.state === 'stamping';
  if (isBusy) throw operationInProgress(2);
  if (!mayDelete(run.state, await countRows(tx, runId))) {
    throw conflict('This run has had stamped receipts; it cannot be deleted.', 'run_has_stamps');
  }
  await dropDrafts(tx, runId);
  await tx.remove(run);
  return replyValue({ runId, deleted: true });
});

/** Requests the deletion of the drafts that rejected receipts have in fiscal-cfdi. */
async function dropDrafts(tx: Transaction, runId: string): Promise<void> {
  for (const { documentRef, ...row } of await draftsOfRun(tx, runId))
    tx.emit(draftDropped(row, documentRef));
}
