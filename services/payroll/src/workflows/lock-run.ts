import { LockMode } from '@mikro-orm/postgresql';
import { isIdentifier, notFound, type Transaction } from '@timbre/kit';
import { changedRowsEventOf, moveRun } from '../domain/states/run-moves';
import { PayrollRow, rowName, runOfRow } from '../store/payroll-rows';
import { keepRun, PayrollRun } from '../store/payroll-runs';
import { runChanged, runSettled } from '../store/run-events';
import { countRows, sumRows } from '../store/run-summary';

/**
 * Reads and locks the run. Returns undefined if the run was deleted. Locks are taken in this order:
 * employee, run, rows of the run.
 */
export function lockRun(tx: Transaction, runId: string): Promise<PayrollRun | undefined> {
  return tx.findBy(PayrollRun, { id: runId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * Reads the run and locks it for key share: no transaction can change or delete the run, but other
 * partitions can have the same lock. The caller must not change a run that is locked for share.
 * Returns undefined if the run was deleted.
 */
export async function holdRun(tx: Transaction, runId: string): Promise<PayrollRun | undefined> {
  await keepRun(tx, runId);
  const em = await tx.entityManager();
  const where = { organizationId: tx.organizationId, id: runId };
  return (await em.findOne(PayrollRun, where, { disableIdentityMap: true })) ?? undefined;
}

/**
 * Locks first the run of a row and then the row.
 * @throws Refusal not_found if the row does not exist
 */
export async function lockRowWithRun(
  tx: Transaction,
  rowId: string,
): Promise<{ row: PayrollRow; run: PayrollRun }> {
  if (!isIdentifier(rowId)) throw notFound(rowName);
  const runId = await runOfRow(tx, rowId);
  const run = runId && (await lockRun(tx, runId));
  if (!run) throw notFound(rowName);
  return { row: await tx.lock(PayrollRow, rowId, rowName), run };
}

/** Updates the totals and the state of a run after a change of its rows. */
export async function refreshRun(tx: Transaction, run: PayrollRun): Promise<void> {
  await (await tx.entityManager()).flush();
  const counts = await countRows(tx, run.id);
  const event = changedRowsEventOf(run.state, counts);
  if (event) run.state = moveRun(run.state, event);
  run.totals = await sumRows(tx, run.id);
  run.updatedAt = tx.now;
  tx.emit(() => (event === 'remaining_omitted' ? runSettled(run) : runChanged(run)));
}
