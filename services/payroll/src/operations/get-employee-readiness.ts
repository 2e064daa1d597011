import type { payroll } from '@timbre/contract';
import { localDateIn } from '@timbre/fiscal';
import { query } from '@timbre/kit';
import { employerOf } from '../domain/employer-record';
import { readinessIssues } from '../domain/readiness';
import { employeeFacts } from '../store/employee-facts';
import { Employee, employeeResource } from '../store/employees';
import { readEmployer, type EmployerProviders } from '../workflows/employer';

/** Returns the issue codes that a payroll paid today would raise for the employee. */
export const getEmployeeReadiness = query(
  async (
    read,
    { employeeId }: payroll.GetEmployeeReadinessRequest,
    { fiscal }: EmployerProviders,
  ) => {
    const employee = await read.get(Employee, employeeId, employeeResource.name);
    const rfc = await fiscal.employerRfc(read.context);
    const employer = { ...(await readEmployer(read)), rfc };
    const checkedOn = localDateIn(read.businessNow.getTime(), 'America/Mexico_City');
    const facts = employeeFacts(employee, checkedOn, employer);
    const issues = readinessIssues(facts, employerOf(employer), checkedOn, employee);
    const data = { employeeId, ready: issues.length === 0, checkedOn, issues };
    return Buffer.from(JSON.stringify({ data }));
  },
);
