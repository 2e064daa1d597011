import { completedYears, Curp, Decimal, firstIn } from '@timbre/fiscal';
import type { EmployeePay, Incidents, PayrollPeriod, WorkedWeek } from '../calculation/input';
import { workdayHoursOf } from '../calculation/overtime';
import { isGiven } from '../employee';
import type { Employee } from '../employee';
import type { OvertimeFigures } from '../rules/dated-rule';
import { findRule } from '../rules/rule-book';
import { issueOf } from './issue';
import type { Issue } from './issue';

/**
 * Reports overtime beyond the limits of LFT art. 66 and 68, in force since 2026-05-01, and any overtime
 * of a minor (art. 5-IV and 178). The employer must pay overtime beyond the limits anyway, so the
 * hours are calculated, but a user must review the row.
 */
export function overtimeIssues(
  { weeks = [] }: Incidents,
  employee: Employee,
  period: PayrollPeriod,
  pay: Pick<EmployeePay, 'workdayHours' | 'workScheduleType'> = {},
): Issue[] {
  const worked = weeks.map((week, index) => ({ week, field: `incidents.weeks.${index}` }));
  const overtime = worked.filter(({ week }) => week.overtimeHours?.isPositive());
  const figures = findRule('labour.overtime', period.periodEndedOn)?.value;
  if (overtime.length === 0 || figures === undefined) return [];
  const workdayHours = workdayHoursOf(pay, figures);
  const isMinor = isUnder(figures.adultAge, employee, period.periodEndedOn);
  return [
    ...overtime
      .filter(({ week }) => isBeyond(week, figures, workdayHours))
      .map(({ field }) => broken(field, 'LFT art. 66 and 68: limits of overtime')),
    ...(isMinor ? [broken(firstIn(overtime).field, 'LFT art. 178: no overtime of minors')] : []),
  ];
}

const broken = (week: string, legalBasis: string): Issue => ({
  ...issueOf('invalid_request', `${week}.overtimeHours`),
  legalBasis,
});

/**
 * Whether the overtime of a week exceeds the limits. Before the reform, the law set no limit for triple
 * hours, so the legal figure for that time contains no limit.
 */
function isBeyond(
  { overtimeHours = Decimal.zero, overtimeDays }: WorkedWeek,
  figures: OvertimeFigures,
  workdayHours: Decimal,
): boolean {
  const { tripleHoursPerWeek, hoursPerDay, doubleHoursPerWeek, overtimeHoursPerDay } = figures;
  if (tripleHoursPerWeek === undefined) return false;
  if (overtimeHours.greaterThan(doubleHoursPerWeek.plus(tripleHoursPerWeek))) return true;
  // If the average hours per day exceed the daily limit, at least one day exceeds the limit. If the
  // number of days with overtime is unknown, the legal maximum of days is used.
  const days = overtimeDays ?? figures.overtimeDaysPerWeek;
  const perDay = hoursPerDay
    ? Decimal.min(overtimeHoursPerDay, hoursPerDay.minus(workdayHours))
    : overtimeHoursPerDay;
  return (
    days > figures.overtimeDaysPerWeek ||
    overtimeHours.greaterThan(Decimal.from(days).times(perDay))
  );
}

/**
 * Whether the person is younger than a given age; false if the CURP contains no valid date of
 * birth.
 */
function isUnder(age: number | undefined, { curp }: Employee, on: string): boolean {
  const bornOn = isGiven(curp) ? Curp.parse(curp)?.bornOn : undefined;
  return age !== undefined && bornOn !== undefined && completedYears(bornOn, on) < age;
}
