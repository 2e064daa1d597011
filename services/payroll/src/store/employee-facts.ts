import { Decimal } from '@timbre/fiscal';
import type { Employee as EmployeeFacts, WorkLocation } from '../domain/employee';
import { salaryOn } from '../domain/salary-history';
import type { EmployeeRecord } from './employee-records';

/**
 * Converts a stored employee record to an employee of the domain code, with the salary in effect on
 * a day. If the record has no state or zone, the employee gets the state or zone of the employer.
 */
export function employeeFacts(
  employee: EmployeeRecord,
  on: string,
  location: WorkLocation,
): EmployeeFacts {
  const salary = salaryOn(employee.salaryHistory, on);
  return {
    rfc: employee.rfc,
    taxSystem: employee.taxSystem,
    postalCode: employee.postalCode,
    curp: employee.curp,
    employeeNumber: employee.employeeNumber,
    contractType: employee.contractType,
    regimeType: employee.regimeType,
    paymentFrequency: employee.paymentFrequency,
    stateCode: employee.stateCode,
    socialSecurityNumber: employee.socialSecurityNumber,
    employmentStartedOn: employee.employmentStartedOn,
    employmentEndedOn: employee.employmentEndedOn,
    positionRisk: employee.positionRisk,
    dailyWage: decimalOf(salary.dailyWage),
    integratedDailySalary: decimalOf(salary.integratedDailySalary),
    contributionBaseSalary: decimalOf(salary.contributionBaseSalary),
    hasLaterSalary: (employee.salaryHistory.at(-1)?.effectiveOn ?? on) > on,
    bankAccount: employee.bankAccount,
    bankCode: employee.bankCode,
    jobTitle: employee.jobTitle,
    department: employee.department,
    workScheduleType: employee.workScheduleType,
    minimumWageZone: employee.minimumWageZone,
    workdayHours: decimalOf(employee.workdayHours),
    hasSubsidyElsewhere: employee.hasSubsidyElsewhere,
    location,
  };
}

const decimalOf = (text: string | null | undefined): Decimal | undefined =>
  text == null ? undefined : Decimal.from(text).trimmed();
