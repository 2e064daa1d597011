import type { payroll } from '@timbre/contract';
import { command, conflict } from '@timbre/kit';
import { salaryOn } from '../domain/salary-history';
import { evaluateRow } from '../domain/states/evaluate-row';
import { Employee, employeeResource } from '../store/employees';
import { employeeChanged } from '../store/employee-changed';
import { lastReceiptSalaries } from '../store/other-receipts';
import { lockEmployeeOf } from '../store/rows-of-employee';
import { applyEvaluation, changeRow, evaluateOne, type RowToChange } from '../workflows/change-row';
import { recordSalary } from '../workflows/record-salary';

/**
 * Fills the missing salary data of the employee from the last stamped receipt, effective from the end of
 * the run's period.
 * - no_receipt_salary: no earlier receipt has a salary that can be used
 */
export const useLastReceiptSalary = command(
  async (tx, { rowId }: payroll.UseLastReceiptSalaryRequest) => {
    await lockEmployeeOf(tx, rowId);
    return changeRow(tx, rowId, async (target) => {
      const { row } = target;
      const salary = (await lastReceiptSalaries(tx, [row.employeeId])).get(row.employeeId);
      if (!salary || !row.lastReceiptSalaryAvailable) {
        throw conflict('No earlier receipt has a salary to use.', 'no_receipt_salary');
      }
      await takeSalary(target, salary);
      applyEvaluation(target, await evaluateOne(target), (receipt) => evaluateRow(row, receipt));
    });
  },
);

async function takeSalary(
  { tx, row, run }: RowToChange,
  salary: { dailyWage: string; integratedDailySalary: string },
): Promise<void> {
  const employee = await tx.lock(Employee, row.employeeId, employeeResource.name);
  const held = salaryOn(employee.salaryHistory, run.periodEndedOn);
  const completed = {
    dailyWage: held.dailyWage ?? salary.dailyWage,
    integratedDailySalary: held.integratedDailySalary ?? salary.integratedDailySalary,
  };
  recordSalary(employee, completed, run.periodEndedOn);
  employee.updatedAt = tx.now;
  tx.emit(() => employeeChanged(employee));
}
