import { publicForm } from '@timbre/api';
import { payroll } from '@timbre/contract';
import { encodeRow, type DomainEvent } from '@timbre/kit';

interface ChangedEmployee {
  readonly id: string;
  readonly version: number;
  readonly legalName: string;
  readonly employeeNumber?: string | null | undefined;
  readonly employmentEndedOn?: string | null | undefined;
}

/**
 * Creates the event payroll.employee.changed with the employee's current identity, or with the deletion
 * of the employee.
 */
export function employeeChanged(employee: ChangedEmployee, isDeleted = false): DomainEvent {
  const { id: employeeId, version, employeeNumber, employmentEndedOn } = employee;
  const status = employmentEndedOn == null ? 'active' : 'terminated';
  const now = { ...employee, employeeId, employeeNumber, status };
  const deleted = { employeeId, version, legalName: '', employeeNumber: null, status: 'deleted' };
  return {
    subject: 'payroll.employee.changed',
    aggregate: 'employee',
    aggregateId: employeeId,
    aggregateVersion: version,
    payload: encodeRow(payroll.Employee, isDeleted ? deleted : now),
  };
}

export const publicEmployee = publicForm('payroll.employee', payroll.Employee, {
  type: () => 'employee.changed',
  data: (employee) => employee,
});
