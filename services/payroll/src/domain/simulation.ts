import type { EarlierReceipts, Incidents, PayrollPeriod } from './calculation/input';
import { isGiven } from './employee';
import type { Employee, Employer } from './employee';
import { evaluateWith } from './evaluation';
import { codesOf } from './issues/issue';
import type { EvaluatedReceipt } from './receipt';

/** One employee and one period without a record behind them. */
export interface SimulationInput {
  readonly period: PayrollPeriod;
  /** Only what amounts come from is read; regime 02 and contract 01 unless they say otherwise. */
  readonly employee: Employee;
  readonly employer: Pick<Employer, 'registration' | 'settings'>;
  readonly incidents: Incidents;
  readonly earlier: EarlierReceipts;
}

/** The same calculation as a run's, asking for no datum that only the document needs. */
export function simulate(input: SimulationInput): EvaluatedReceipt {
  const employee = {
    regimeType: '02',
    contractType: '01',
    ...input.employee,
    paymentFrequency: input.period.paymentFrequency,
  };
  const salary = employee.integratedDailySalary;
  const missing = codesOf([
    !isGiven(employee.employmentStartedOn) && 'employment_start_missing',
    isGiven(input.employer.registration) &&
      !(isGiven(salary) && salary.isPositive()) &&
      'integrated_daily_salary_missing',
  ]);
  return evaluateWith(missing, { ...input, employee });
}
