import type { payroll } from '@timbre/contract';
import { command, conflict, invalid, replyWith } from '@timbre/kit';
import { employeeChanged } from '../store/employee-changed';
import { Employee, employeeResource } from '../store/employees';

/**
 * Undoes a termination, or starts a new employment whose vacation days are counted from its first
 * day.
 */
export const reinstateEmployee = command(async (tx, request: payroll.ReinstateEmployeeRequest) => {
  const employee = await tx.lock(Employee, request.employeeId, employeeResource.name);
  const endedOn = employee.employmentEndedOn;
  if (endedOn == null) throw conflict('This employment has not ended.', 'employee_active');
  const startedOn = request.employmentStartedOn;
  if (startedOn !== undefined && startedOn <= endedOn) {
    const message = 'A new employment must begin after the previous one ended.';
    throw invalid([
      { path: ['employmentStartedOn'], code: 'employment_dates_out_of_order', message },
    ]);
  }
  employee.employmentEndedOn = null;
  if (startedOn !== undefined) employee.employmentStartedOn = startedOn;
  employee.updatedAt = tx.now;
  tx.emit(() => employeeChanged(employee));
  return replyWith(employeeResource, employee.id);
});
