import type { EarlierReceipts, Incidents, PayrollPeriod } from './calculation/input';
import { isGiven } from './employee';
import type { Employee, Employer } from './employee';
import { evaluateWith, paidAs } from './evaluation';
import { isWithoutWages } from './issues/contract-and-regime';
import { lacksRegistration } from './issues/identity-issues';
import { pensionIssues } from './issues/incident-issues';
import { codesOf } from './issues/issue';
import type { EvaluatedReceipt } from './receipt';
import { isFinalPayment } from './separation-row';

/** The data of one employee and one period for a simulation, without a stored record. */
export interface SimulationInput {
  readonly period: PayrollPeriod;
  /**
   * A simulation reads only the employee data on which the amounts depend. In a simulation, the
   * default regime is 02 and the default contract is 01.
   */
  readonly employee: Employee;
  readonly employer: Pick<Employer, 'registration' | 'settings'>;
  readonly incidents: Incidents;
  readonly earlier: EarlierReceipts;
}

/**
 * Calculates a receipt in the same way as a run, but does not require data that only the document needs.
 */
export function simulate(input: SimulationInput): EvaluatedReceipt {
  const recorded = {
    regimeType: '02',
    contractType: '01',
    ...input.employee,
    paymentFrequency: input.period.paymentFrequency,
  };
  const employee = paidAs(recorded, input.incidents);
  const salary = employee.integratedDailySalary;
  const missing = codesOf([
    !isGiven(employee.employmentStartedOn) && 'employment_start_missing',
    lacksRegistration(input.employer, employee) && 'employer_registration_missing',
    isGiven(input.employer.registration) &&
      !isWithoutWages(employee) &&
      !isFinalPayment(input.incidents.otherEarnings ?? []) &&
      !(isGiven(salary) && salary.isPositive()) &&
      'integrated_daily_salary_missing',
  ]);
  const known = [...missing, ...pensionIssues(recorded, input.incidents, input.period)];
  return evaluateWith(known, { ...input, employee });
}
