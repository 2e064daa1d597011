import type { Transaction } from '@timbre/kit';
import { evaluateRow } from '../domain/states/evaluate-row';
import { calculatedEventOf, moveRun } from '../domain/states/run-moves';
import { PayrollRow } from '../store/payroll-rows';
import { periodOfRun, type PayrollRun } from '../store/payroll-runs';
import { nextEmployees } from '../store/roster';
import { saveCalculated, type CalculatedRow } from '../store/row-batch';
import { receiptValues } from '../store/row-values';
import { calculationRequested, runChanged } from '../store/run-events';
import { countRows, sumRows } from '../store/run-summary';
import { evaluateRows } from './evaluate-rows';

/** Employees of one step: few enough for flat memory and for requests to come in between. */
export const batchSize = 250;

/** Calculates the next employees of a run, in one transaction, and asks for those after them; when
 * there are none left, ends the calculation. `run` is locked. */
export async function calculateBatch(
  tx: Transaction,
  run: PayrollRun,
  afterEmployeeId: string | undefined,
): Promise<void> {
  const ids = await nextEmployees(tx, run, afterEmployeeId, batchSize);
  run.workedAt = tx.now;
  if (ids.length > 0) {
    await saveCalculated(tx, await calculated(tx, run, ids));
    run.progressDone += ids.length;
    tx.emit(() => calculationRequested(run, ids.at(-1)));
    return;
  }
  run.state = moveRun(run.state, calculatedEventOf(await countRows(tx, run.id)));
  run.totals = await sumRows(tx, run.id);
  run.stateBefore = null;
  run.calculationId = null;
  run.updatedAt = tx.now;
  tx.emit(() => runChanged(run));
}

/** Rows that a calculation does not touch: a provider has them, or only restamp or omit moves them. */
const untouched: ReadonlySet<string> = new Set(['queued', 'stamping', 'stamped', 'rejected']);

async function calculated(
  tx: Transaction,
  run: PayrollRun,
  employeeIds: string[],
): Promise<CalculatedRow[]> {
  const existing = await openRows(tx, run, employeeIds);
  const rows = employeeIds
    .map((employeeId) => existing.get(employeeId) ?? { employeeId })
    .filter((row) => !('state' in row) || !untouched.has(row.state));
  const evaluated = await evaluateRows(tx, run, rows);
  const { paymentFrequency: _, ...period } = periodOfRun(run);
  return rows.flatMap((row, index) => {
    const { employee, receipt, lastReceiptSalaryAvailable } = evaluated[index]!;
    const known = 'id' in row ? row : undefined;
    const employeeName = employee?.legalName ?? known?.employeeName;
    // Chosen for the run and deleted before it was calculated: there is nobody to write of.
    if (employeeName === undefined) return [];
    return [
      {
        ...receiptValues(receipt, lastReceiptSalaryAvailable),
        ...evaluateRow(known, receipt),
        ...period,
        id: known?.id ?? tx.newId(),
        runId: run.id,
        employeeId: row.employeeId,
        employeeName,
      },
    ];
  });
}

async function openRows(
  tx: Transaction,
  run: PayrollRun,
  employeeIds: string[],
): Promise<Map<string, PayrollRow>> {
  const em = await tx.entityManager();
  const organizationId = tx.organizationId;
  const found = await em.find(
    PayrollRow,
    {
      organizationId,
      runId: run.id,
      employeeId: { $in: employeeIds },
      state: { $ne: 'canceled' },
    },
    { disableIdentityMap: true },
  );
  return new Map(found.map((row) => [row.employeeId, row]));
}
