import { Decimal } from '@timbre/fiscal';
import type { AssimilatedInput } from './calculation/assimilated';
import type { EmployeePay } from './calculation/input';
import { isGiven, minimumWageZoneOf } from './employee';
import type { Employee, Employer, Maybe } from './employee';
import { isPaidInShares } from './issues/contract-and-regime';

/**
 * Converts an employee to the pay data of a calculation. Returns undefined if a required value is
 * missing.
 */
export function payOf(
  employee: Employee,
  employer: Pick<Employer, 'registration'>,
): EmployeePay | undefined {
  const zone = minimumWageZoneOf(employee);
  const { dailyWage, employmentStartedOn } = employee;
  if (!isGiven(dailyWage) || !isGiven(employmentStartedOn) || !isGiven(zone)) return undefined;
  return {
    dailyWage,
    employmentStartedOn,
    minimumWageZone: zone,
    hasSocialSecurity: isGiven(employer.registration),
    ...whenGiven('integratedDailySalary', employee.integratedDailySalary),
    ...whenGiven('contributionBaseSalary', employee.contributionBaseSalary),
    ...whenGiven('employmentEndedOn', employee.employmentEndedOn),
    ...whenGiven('workdayHours', employee.workdayHours),
    ...whenGiven('workScheduleType', employee.workScheduleType),
    ...whenGiven('hasSubsidyElsewhere', employee.hasSubsidyElsewhere),
  };
}

/**
 * Returns the pay data of a person without an employment or of a pensioner. Returns undefined if a
 * required value is missing. A person who is paid in shares has no daily income.
 */
export function assimilatedPayOf(employee: Employee): AssimilatedInput['pay'] | undefined {
  const { employmentStartedOn, regimeType } = employee;
  const dailyWage = isPaidInShares(employee) ? Decimal.from('0.00') : employee.dailyWage;
  if (!isGiven(dailyWage) || !isGiven(employmentStartedOn) || !isGiven(regimeType))
    return undefined;
  const end = whenGiven('employmentEndedOn', employee.employmentEndedOn);
  return { dailyWage, employmentStartedOn, regimeType, ...end };
}

function whenGiven<Key extends string, T>(key: Key, value: Maybe<T>): { [K in Key]?: T } {
  return (isGiven(value) ? { [key]: value } : {}) as { [K in Key]?: T };
}
