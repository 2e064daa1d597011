import type { payroll } from '@timbre/contract';
import { command, replyValue } from '@timbre/kit';
import { employeeChanged } from '../store/employee-changed';
import { Employee, employeeResource } from '../store/employees';

/** Receipts keep the name they were made with; tax data leave with the record. */
export const deleteEmployee = command(async (tx, { employeeId }: payroll.DeleteEmployeeRequest) => {
  const employee = await tx.lock(Employee, employeeId, employeeResource.name);
  await tx.remove(employee);
  const isDeleted = true;
  tx.emit(employeeChanged({ ...employee, version: employee.version + 1 }, isDeleted));
  return replyValue({ employeeId, deleted: true });
});
