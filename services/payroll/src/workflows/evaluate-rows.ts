import { setImmediate } from 'node:timers/promises';
import { Decimal, itemAt } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { employerOf } from '../domain/employer-record';
import { calculateReceipt } from '../domain/evaluation';
import { withRecurring } from '../domain/given-items';
import { checkManualReceipt } from '../domain/manual-receipt';
import { canUseLastReceiptSalary } from '../domain/readiness';
import type { EvaluatedReceipt } from '../domain/receipt';
import { isFinalPayment } from '../domain/separation-row';
import { employeeFacts } from '../store/employee-facts';
import { employeeRecords, type EmployeeRecord } from '../store/employee-records';
import { lastReceiptSalaries, otherReceipts, type OtherReceipts } from '../store/other-receipts';
import { otherSeparations } from '../store/other-separations';
import type { PayrollRow } from '../store/payroll-rows';
import { periodOfRun, type PayrollRun } from '../store/payroll-runs';
import { detailsOf, linesOf } from '../store/row-lines';
import { incidentsOf } from './incidents-of';

/** A payroll row to evaluate; for a new row, only the employee is given. */
export type RowToEvaluate = Pick<PayrollRow, 'employeeId'> &
  Partial<Pick<PayrollRow, 'source' | 'incidents' | 'paidDays'>> & {
    /** The lines of a payroll row, which are read only for a manual row. */
    [Lines in 'earnings' | 'deductions' | 'otherPayments' | 'details']?: PayrollRow[Lines] | null;
  };

export interface EvaluatedRow {
  employee: EmployeeRecord | undefined;
  receipt: EvaluatedReceipt;
  lastReceiptSalaryAvailable: boolean;
}

/** Evaluates rows of a run with the current data, in the given order. */
export async function evaluateRows(
  tx: Transaction,
  run: PayrollRun,
  rows: readonly RowToEvaluate[],
): Promise<EvaluatedRow[]> {
  const ids = rows.map((row) => row.employeeId);
  const employees = await employeeRecords(tx, ids);
  const others = await otherReceipts(tx, ids, periodOfRun(run));
  const separated = rows.filter(isFinal).map((row) => row.employeeId);
  const separations = await otherSeparations(tx, separated);
  const evaluated: Pick<EvaluatedRow, 'employee' | 'receipt'>[] = [];
  for (const row of rows) {
    const employee = employees.get(row.employeeId);
    const { paidPeriods = [], earlier = {} } = others.get(row.employeeId) ?? {};
    const beside = { ...earlier, separations: separations.get(row.employeeId) ?? [] };
    const receipt = evaluate(run, row, employee, { paidPeriods, earlier: beside });
    evaluated.push({ employee, receipt });
    // The loop yields to other requests, so that thousands of receipts do not block the event loop.
    if (evaluated.length % rowsAtOnce === 0) await setImmediate();
  }
  const incomplete = evaluated.flatMap(({ employee, receipt }, index) =>
    employee && canUseLastReceiptSalary(receipt.issues, anySalary) ? [itemAt(ids, index)] : [],
  );
  const salaries = await lastReceiptSalaries(tx, incomplete);
  return evaluated.map((one, index) => ({
    ...one,
    lastReceiptSalaryAvailable:
      salaries.has(itemAt(ids, index)) && incomplete.includes(itemAt(ids, index)),
  }));
}

/** The number of rows that are evaluated without a pause, which takes about five milliseconds. */
const rowsAtOnce = 50;

const anySalary = { dailyWage: Decimal.one, integratedDailySalary: Decimal.one };

function evaluate(
  run: PayrollRun,
  row: RowToEvaluate,
  record: EmployeeRecord | undefined,
  others: OtherReceipts,
): EvaluatedReceipt {
  const period = periodOfRun(run);
  const employee = record && employeeFacts(record, run.periodEndedOn, run.employer);
  const situation = {
    period,
    employee,
    employer: employerOf(run.employer),
    isInRoster: record !== undefined && isInRoster(run, record),
    ...others,
  };
  const given = incidentsOf(row.incidents ?? undefined);
  if (row.source !== 'manual') {
    return calculateReceipt({
      ...situation,
      incidents: withRecurring(run.kind, given, record ?? {}),
    });
  }
  const lines = linesOf({
    earnings: row.earnings ?? [],
    deductions: row.deductions ?? [],
    otherPayments: row.otherPayments ?? [],
  });
  const details = detailsOf(row.details);
  const paidDays = Decimal.from(row.paidDays ?? '0');
  return checkManualReceipt({ ...situation, incidents: given, lines, details, paidDays });
}

/** Whether the incidents of a calculated row, or the lines of a manual row, are paid after the employment. */
function isFinal({ source, incidents, earnings }: RowToEvaluate): boolean {
  return isFinalPayment((source === 'manual' ? earnings : incidents?.otherEarnings) ?? []);
}

/**
 * Whether an employee belongs to the roster of the run. A selected employee stays in the roster
 * with any payment frequency; an issue then reports a wrong frequency.
 */
function isInRoster(run: PayrollRun, employee: EmployeeRecord): boolean {
  if (run.employeeIds) return run.employeeIds.includes(employee.id);
  return employee.paymentFrequency === run.paymentFrequency;
}
