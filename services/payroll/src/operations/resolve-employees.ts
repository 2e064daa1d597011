import type { payroll } from '@timbre/contract';
import { query } from '@timbre/kit';
import { Employee } from '../store/employees';
import { readEmployer } from '../workflows/employer';

/**
 * Returns the employees with these identifiers. Unknown identifiers are left out of the response, and the
 * calling service decides how to handle them.
 */
export const resolveEmployees = query(async (read, request: payroll.ResolveEmployeesRequest) => {
  const employees = await read.find(Employee, request.employeeIds);
  const { registration, curp } = await readEmployer(read);
  const answer: payroll.ResolveEmployeesResponse = {
    employees: employees.map(({ id, legalName, rfc, postalCode }) => ({
      employeeId: id,
      legalName,
      rfc: rfc ?? undefined,
      postalCode: postalCode ?? undefined,
      employerRegistration: registration ?? undefined,
      employerCurp: curp ?? undefined,
    })),
  };
  return answer;
});
