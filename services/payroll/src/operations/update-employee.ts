import { rfcWarnings } from '@timbre/api';
import type { payroll } from '@timbre/contract';
import { applyPatch, command, invalid, replyWith } from '@timbre/kit';
import { recordIssues } from '../domain/employee-record';
import { employeeChanged } from '../store/employee-changed';
import { Employee, employeeResource, employeeSearchText, employeeValues } from '../store/employees';
import { recordSalary, salaryFields } from '../workflows/record-salary';

export const updateEmployee = command(async (tx, request: payroll.UpdateEmployeeRequest) => {
  const employee = await tx.lock(Employee, request.employeeId, employeeResource.name);
  const values = employeeValues(request.fields ?? {});
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const changed = new Set([...given.map(([name]) => name), ...request.cleared]);
  applyPatch(employee, values, request.cleared);
  const issues = recordIssues(employee, changed, tx.today);
  if (issues.length) throw invalid(issues);
  const salary = Object.fromEntries(
    salaryFields.filter((field) => changed.has(field)).map((field) => [field, employee[field]]),
  );
  const since = request.salaryEffectiveOn ?? tx.today;
  if (Object.keys(salary).length > 0) recordSalary(employee, salary, since);
  employee.searchText = employeeSearchText(employee);
  employee.updatedAt = tx.now;
  tx.emit(() => employeeChanged(employee));
  return replyWith(employeeResource, employee.id, rfcWarnings(request.fields?.rfc));
});
