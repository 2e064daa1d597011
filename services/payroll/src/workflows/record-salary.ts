import { withSalary, type Salary } from '../domain/salary-history';
import type { Employee } from '../store/employees';

export const salaryFields = [
  'dailyWage',
  'integratedDailySalary',
  'contributionBaseSalary',
] as const;

/**
 * Adds a salary to the history in an employee record. The employee record shows the newest salary,
 * even if an older salary is corrected.
 */
export function recordSalary(employee: Employee, salary: Salary, effectiveOn: string): void {
  employee.salaryHistory = withSalary(employee.salaryHistory, salary, effectiveOn);
  const newest = employee.salaryHistory.at(-1);
  for (const field of salaryFields) employee[field] = newest?.[field] ?? null;
}
