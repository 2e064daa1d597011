import { payroll } from '@timbre/contract';
import type { DomainEvent } from '@timbre/kit';

interface ChangedEmployee {
  readonly id: string;
  readonly version: number;
  readonly legalName: string;
  readonly employeeNumber?: string | null | undefined;
  readonly employmentEndedOn?: string | null | undefined;
}

/** payroll.employee.changed: the employee's current identity, or its deletion. */
export function employeeChanged(employee: ChangedEmployee, isDeleted = false): DomainEvent {
  const { id: employeeId, version, legalName, employeeNumber, employmentEndedOn } = employee;
  const status = employmentEndedOn == null ? 'active' : 'terminated';
  const message: payroll.Employee = {
    employeeId,
    version,
    legalName: isDeleted ? '' : legalName,
    employeeNumber: isDeleted ? undefined : (employeeNumber ?? undefined),
    status: isDeleted ? 'deleted' : status,
  };
  return {
    subject: 'payroll.employee.changed',
    aggregate: 'employee',
    aggregateId: employeeId,
    aggregateVersion: version,
    payload: payroll.Employee.encode(message).finish(),
  };
}
