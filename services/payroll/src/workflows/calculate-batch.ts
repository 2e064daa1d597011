import type { Transaction } from '@timbre/kit';
import { itemAt } from '@timbre/fiscal';
import { evaluateRow } from '../domain/states/evaluate-row';
import { calculatedEventOf, moveRun } from '../domain/states/run-moves';
import { keepCitedRules } from '../store/cited-rules';
import { openRows } from '../store/open-rows';
import { countCalculated, countFinished, type PayrollRun } from '../store/payroll-runs';
import { nextEmployees, type Partition } from '../store/roster';
import { saveCalculated, type CalculatedRow } from '../store/row-batch';
import { nameValues, receiptValues } from '../store/row-values';
import { calculationRequested, runChanged } from '../store/run-events';
import { countRows, sumRows } from '../store/run-summary';
import { evaluateRows } from './evaluate-rows';
import { lockRun } from './lock-run';

/**
 * The number of employees in one calculation step. This number limits the memory of a step, and
 * other requests can run between two steps.
 */
const batchSize = 250;
/**
 * The number of partitions of a run that are calculated concurrently. While one partition is computed,
 * the database stores another partition, and the message for the third partition is being delivered.
 */
export const calculationPartitions = 3;

/**
 * Calculates the next employees of a partition in one transaction, and requests the calculation of the
 * following employees. The last partition that finishes ends the calculation. The caller has locked
 * `run` for share, not for update.
 */
export async function calculateBatch(
  tx: Transaction,
  run: PayrollRun,
  partition: Partition,
  afterEmployeeId: string | undefined,
): Promise<void> {
  const ids = await nextEmployees(tx, run, partition, afterEmployeeId, batchSize);
  // The run is updated only at the end of a step, because the lock of the update blocks the other
  // partitions.
  if (ids.length > 0) {
    await saveCalculated(tx, run, await calculated(tx, run, ids));
    await countCalculated(tx, run.id, ids.length);
    tx.emit(() => calculationRequested(run, partition, ids.at(-1)));
    return;
  }
  if ((await countFinished(tx, run.id)) === 0) await finish(tx, run.id);
}

async function finish(tx: Transaction, runId: string): Promise<void> {
  const run = await lockRun(tx, runId);
  if (!run) throw new Error('a run that is held cannot be gone');
  run.state = moveRun(run.state, calculatedEventOf(await countRows(tx, run.id)));
  run.totals = await sumRows(tx, run.id);
  run.stateBefore = null;
  run.calculationId = null;
  run.updatedAt = tx.now;
  tx.emit(() => runChanged(run));
}

/**
 * The row states that a calculation leaves unchanged. Rows in the first three of these states are
 * being stamped or are already stamped. A rejected row changes its state only if it is stamped
 * again or omitted.
 */
const untouched: ReadonlySet<string> = new Set(['queued', 'stamping', 'stamped', 'rejected']);

async function calculated(
  tx: Transaction,
  run: PayrollRun,
  employeeIds: string[],
): Promise<CalculatedRow[]> {
  const existing = await openRows(tx, run.id, employeeIds);
  const rows = employeeIds
    .map((employeeId) => existing.get(employeeId) ?? { employeeId })
    .filter((row) => !('state' in row) || !untouched.has(row.state));
  const evaluated = await evaluateRows(tx, run, rows);
  await keepCitedRules(
    tx,
    evaluated.map(({ receipt }) => receipt.explanation),
  );
  return rows.flatMap((row, index) => {
    const { employee, receipt, lastReceiptSalaryAvailable } = itemAt(evaluated, index);
    const known = 'id' in row ? row : undefined;
    const employeeName = employee?.legalName ?? known?.employeeName;
    // This employee was selected for the run and was deleted before the calculation.
    if (employeeName === undefined) return [];
    return [
      {
        ...receiptValues(receipt, lastReceiptSalaryAvailable),
        ...evaluateRow(known, receipt),
        id: known?.id ?? tx.newId(),
        employeeId: row.employeeId,
        ...nameValues(employeeName),
      },
    ];
  });
}
