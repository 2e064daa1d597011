import { Decimal } from '@timbre/fiscal';
import { employedDaysIn } from '../calculation/days';
import type { PayrollPeriod } from '../calculation/input';
import { findContributionBaseLimits } from '../calculation/social-security';
import { isGiven, minimumWageZoneOf } from '../employee';
import type { Employee } from '../employee';
import { findRule } from '../rules/rule-book';
import { isPaidInShares, isWithoutWages } from './contract-and-regime';
import { codesOf, issueOf } from './issue';
import type { Issue, IssueCode } from './issue';

/**
 * The largest daily wage that an employee record may have; the payroll complement would allow a
 * larger wage.
 */
const dailyWageMax = Decimal.from('999999.99');
/** Hourly and reduced schedules, for which the pay of a day may be less than a minimum wage. */
const partialSchedules: ReadonlySet<string> = new Set(['04', '05']);

/**
 * Issues of the wage that a user may have tried to correct with a salary that starts after the period.
 */
const wageCodes: ReadonlySet<IssueCode> = new Set([
  'salary_missing',
  'invalid_salary',
  'salary_below_minimum_wage',
  'sdi_below_daily_wage',
  'contribution_base_salary_invalid',
]);

/**
 * Returns the issues of the pay data on which all amounts depend. By default, a wage that is
 * changed today does not apply to an earlier period. The issue then names the field
 * `salaryEffectiveOn`, which the wage change must set to an earlier day.
 * @param isProvisional whether the last published figures replace figures that are not published yet
 */
export function salaryIssues(
  employee: Employee,
  period: PayrollPeriod,
  isProvisional = false,
): Issue[] {
  const { dailyWage } = employee;
  const isWage = isDailyWage(dailyWage);
  const issues = codesOf([
    !isGiven(dailyWage) && !isPaidInShares(employee) && 'salary_missing',
    isGiven(dailyWage) && !isWage && 'invalid_salary',
    ...(isWithoutWages(employee) ? [] : wageCodesOf(employee, period, isProvisional)),
    isGiven(employee.employmentStartedOn) &&
      !isEmployedIn(period, employee, employee.employmentStartedOn) &&
      'not_employed_in_period',
  ]);
  if (employee.hasLaterSalary !== true) return issues;
  return issues.map((issue) =>
    wageCodes.has(issue.code) ? issueOf(issue.code, 'salaryEffectiveOn') : issue,
  );
}

/**
 * Returns the issue codes that a daily wage causes. Income without an employment and pensions have
 * no minimum wage and no social security.
 */
function wageCodesOf(employee: Employee, period: PayrollPeriod, isProvisional: boolean) {
  const { dailyWage } = employee;
  const isWage = isDailyWage(dailyWage);
  return [
    isWage &&
      isBelowMinimumWage(employee, dailyWage, period, isProvisional) &&
      'salary_below_minimum_wage',
    !isGiven(minimumWageZoneOf(employee)) && 'minimum_wage_zone_missing',
    isWage && isIntegratedBelow(employee, dailyWage) && 'sdi_below_daily_wage',
    !isContributionBase(employee, period, isProvisional) && 'contribution_base_salary_invalid',
  ] as const;
}

function isDailyWage(wage: Employee['dailyWage']): wage is Decimal {
  return isGiven(wage) && wage.isPositive() && wage.lessOrEqual(dailyWageMax);
}

function isBelowMinimumWage(
  employee: Employee,
  wage: Decimal,
  period: PayrollPeriod,
  isProvisional: boolean,
): boolean {
  if (partialSchedules.has(employee.workScheduleType ?? '')) return false;
  const minimum = minimumWageOf(employee, period, isProvisional);
  return minimum !== undefined && wage.lessThan(minimum);
}

function isIntegratedBelow({ integratedDailySalary }: Employee, wage: Decimal): boolean {
  const isKnown = isGiven(integratedDailySalary) && integratedDailySalary.isPositive();
  return isKnown && integratedDailySalary.lessThan(wage);
}

/**
 * Whether a given contribution base is within the limits of LSS art. 28; true if the limits are unknown.
 */
function isContributionBase(
  employee: Employee,
  period: PayrollPeriod,
  isProvisional: boolean,
): boolean {
  const base = employee.contributionBaseSalary;
  const zone = minimumWageZoneOf(employee);
  if (!isGiven(base) || !isGiven(zone)) return true;
  const limits = findContributionBaseLimits(zone, period.periodEndedOn, isProvisional);
  if (limits === undefined) return true;
  return base.greaterOrEqual(limits.floor) && base.lessOrEqual(limits.ceiling);
}

function isEmployedIn(period: PayrollPeriod, employee: Employee, startedOn: string): boolean {
  const employmentEndedOn = employee.employmentEndedOn;
  const employment = {
    employmentStartedOn: startedOn,
    ...(isGiven(employmentEndedOn) ? { employmentEndedOn } : {}),
  };
  return employedDaysIn(period, employment) > 0;
}

function minimumWageOf(
  employee: Employee,
  period: PayrollPeriod,
  isProvisional: boolean,
): Decimal | undefined {
  const zone = minimumWageZoneOf(employee);
  if (!isGiven(zone)) return undefined;
  return findRule(`minimum_wage.${zone}`, period.periodEndedOn, isProvisional)?.value.daily;
}
