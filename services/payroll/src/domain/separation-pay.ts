import type { Incidents, PayrollPeriod } from './calculation/input';
import type { SeparationInput } from './calculation/separation';
import { isGiven } from './employee';
import type { Employee } from './employee';
import { dailyWageOf, monthlySalaryOf } from './separation-row';

/**
 * Returns the last day of the employment, and the field from which this day was read. The field of
 * the last day is in the incidents, in the employee record or in the period.
 */
export function endOf(
  { employmentEndedOn }: Employee,
  incidents: Incidents,
  { periodEndedOn }: PayrollPeriod,
): { day: string; field: string } {
  if (incidents.employmentEndedOn !== undefined)
    return { day: incidents.employmentEndedOn, field: 'incidents.employmentEndedOn' };
  if (isGiven(employmentEndedOn)) return { day: employmentEndedOn, field: 'employmentEndedOn' };
  return { day: periodEndedOn, field: 'period' };
}

/**
 * Returns the pay data for a payment after the employment. Returns undefined if a required value is
 * missing.
 */
export function separationPayOf(
  employee: Employee,
  incidents: Incidents,
  period: PayrollPeriod,
): SeparationInput['pay'] | undefined {
  const { dailyWage, employmentStartedOn } = employee;
  const ofWage = isGiven(dailyWage) ? monthlySalaryOf(dailyWage) : undefined;
  const lastMonthlySalary = incidents.lastMonthlySalary ?? ofWage;
  if (lastMonthlySalary === undefined || !isGiven(employmentStartedOn)) return undefined;
  return {
    lastMonthlySalary,
    dailyWage: isGiven(dailyWage) ? dailyWage : dailyWageOf(lastMonthlySalary),
    employmentStartedOn,
    employmentEndedOn: endOf(employee, incidents, period).day,
  };
}
