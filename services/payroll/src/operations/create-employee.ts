import { rfcWarnings } from '@timbre/api';
import type { payroll } from '@timbre/contract';
import { command, invalid, replyWith } from '@timbre/kit';
import { recordIssues } from '../domain/employee-record';
import { withSalary } from '../domain/salary-history';
import { employeeChanged } from '../store/employee-changed';
import { Employee, employeeResource, employeeSearchText, employeeValues } from '../store/employees';

export const createEmployee = command((tx, request: payroll.CreateEmployeeRequest) => {
  const values = employeeValues(request.fields ?? {});
  const issues = recordIssues(values, Object.keys(values), tx.today);
  if (issues.length) throw invalid(issues);
  const { dailyWage, integratedDailySalary, contributionBaseSalary } = values;
  const hasSalary = dailyWage ?? integratedDailySalary ?? contributionBaseSalary;
  const since = values.employmentStartedOn ?? tx.today;
  const employee = {
    ...values,
    id: tx.newId(),
    version: 1,
    legalName: values.legalName ?? '',
    salaryHistory: hasSalary === undefined ? [] : withSalary([], values, since),
    searchText: employeeSearchText(values),
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  tx.add(Employee, employee);
  tx.emit(employeeChanged(employee));
  return Promise.resolve(replyWith(employeeResource, employee.id, rfcWarnings(values.rfc)));
});
