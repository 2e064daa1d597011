import type { payroll } from '@timbre/contract';
import { command, replyValue, type Transaction } from '@timbre/kit';
import { issueOf } from '../domain/issues/issue';
import { deleteEmployeeOfRow } from '../domain/states/evaluate-row';
import { employeeChanged } from '../store/employee-changed';
import { Employee, employeeResource } from '../store/employees';
import { lockRowsOf } from '../store/rows-of-employee';
import { decided } from '../workflows/state-refusal';

/**
 * Deletes an employee. Receipts of the employee still contain the employee's name. The tax data of the
 * employee are deleted. An open receipt of a deleted employee needs attention. The deletion is refused
 * while a receipt of the employee is in state stamping.
 */
export const deleteEmployee = command(async (tx, { employeeId }: payroll.DeleteEmployeeRequest) => {
  const employee = await tx.lock(Employee, employeeId, employeeResource.name);
  await orphanRows(tx, employeeId);
  await tx.remove(employee);
  const isDeleted = true;
  tx.emit(employeeChanged({ ...employee, version: employee.version + 1 }, isDeleted));
  return replyValue({ employeeId, deleted: true });
});

/** The values that clear the previous errors of a row, because the errors no longer apply. */
const nothingElse = {
  errorCode: null,
  rejectionCode: null,
  rejection: null,
  lastReceiptSalaryAvailable: false,
};

async function orphanRows(tx: Transaction, employeeId: string): Promise<void> {
  for (const row of await lockRowsOf(tx, employeeId)) {
    const move = decided(() => deleteEmployeeOfRow(row), row.documentRef);
    const issues = [issueOf('employee_missing')];
    Object.assign(row, move, nothingElse, { issues, updatedAt: tx.now });
  }
}
