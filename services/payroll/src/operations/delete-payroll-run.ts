import type { payroll } from '@timbre/contract';
import { command, conflict, operationInProgress, replyValue } from '@timbre/kit';
import { mayDelete } from '../domain/states/run-moves';
import { PayrollRun, runName } from '../store/payroll-runs';
import { countRows } from '../store/run-summary';

/** A run of which nothing was ever stamped leaves with its rows. */
export const deletePayrollRun = command(async (tx, { runId }: payroll.DeletePayrollRunRequest) => {
  const run = await tx.lock(PayrollRun, runId, runName);
  const isBusy = run.state === 'calculating' || run.state === 'stamping';
  if (isBusy) throw operationInProgress(2);
  if (!mayDelete(run.state, await countRows(tx, runId))) {
    throw conflict('Receipts of this run were stamped; it stays.', 'run_has_stamps');
  }
  await tx.remove(run);
  return replyValue({ runId, deleted: true });
});
