import type { payroll } from '@timbre/contract';
import { command, conflict, invalid, replyWith } from '@timbre/kit';
import { recordIssues } from '../domain/employee-record';
import { employeeChanged } from '../store/employee-changed';
import { Employee, employeeResource } from '../store/employees';

export const terminateEmployee = command(async (tx, request: payroll.TerminateEmployeeRequest) => {
  const employee = await tx.lock(Employee, request.employeeId, employeeResource.name);
  if (employee.employmentEndedOn != null) {
    throw conflict('This employment has already ended.', 'employee_terminated');
  }
  employee.employmentEndedOn = request.employmentEndedOn;
  const issues = recordIssues(employee, ['employmentEndedOn'], tx.today);
  if (issues.length) throw invalid(issues);
  employee.updatedAt = tx.now;
  tx.emit(() => employeeChanged(employee));
  return replyWith(employeeResource, employee.id);
});
