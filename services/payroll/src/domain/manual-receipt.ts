import { daysBetween, Decimal, exemptExcesses, serviceYears } from '@timbre/fiscal';
import type { ExemptExcess } from '@timbre/fiscal';
import { isGiven, minimumWageZoneOf } from './employee';
import type { Employee, Employer, Maybe } from './employee';
import type { EarlierReceipts, Incidents, PayrollPeriod } from './calculation/input';
import { separationsOf } from './calculation/other-separations';
import { causedOf } from './calculation/subsidy';
import { payOf } from './employee-pay';
import { stateOf } from './evaluation';
import { identityIssues } from './issues/identity-issues';
import { issueOf } from './issues/issue';
import type { Issue } from './issues/issue';
import { lineIssues } from './issues/line-issues';
import { paidPeriodIssues } from './issues/row-issues';
import type { RowSituation } from './issues/row-issues';
import { subsidyIssues } from './issues/subsidy-issues';
import { documentedEmployee, isFinalPayment, misplacedPensions } from './separation-row';
import { findRule } from './rules/rule-book';
import type { EvaluatedReceipt, ManualDetails, ReceiptLines, ReceiptTotals } from './receipt';

/** A row with manual lines, which are checked but not calculated. */
export interface ManualReceiptInput extends Pick<RowSituation, 'paidPeriods'> {
  readonly period: PayrollPeriod;
  readonly employee?: Maybe<Employee>;
  readonly employer: Employer;
  /** The incidents, from which payroll determines the days that count for the subsidy. */
  readonly incidents: Incidents;
  readonly lines: ReceiptLines;
  readonly details: ManualDetails;
  readonly paidDays: Decimal;
  readonly earlier: EarlierReceipts;
}

const zeroCents = Decimal.from('0.00');

/** Adds up the given lines, and reports all issues of the lines, the employee data and the row. */
export function checkManualReceipt(input: ManualReceiptInput): EvaluatedReceipt {
  const { employer, period, lines, details, paidDays } = input;
  const employee = input.employee && documentedEmployee(input.employee, lines.earnings);
  const totals = totalsOfLines(lines);
  const malformed = lineIssues(lines, details, totals, paidDays, period.paidOn);
  // The totals of malformed lines are not reliable, so the subsidy, the exempt parts and the net
  // amount are not checked.
  const isWhole = malformed.length === 0;
  const excesses = isWhole ? excessesOf({ ...input, employee }) : [];
  const issues: Issue[] = [
    ...(isGiven(employee)
      ? [...paidPeriodIssues(input, period), ...identityIssues(employee, employer, period)]
      : [issueOf('employee_missing')]),
    ...malformed,
    ...misplacedPensions(input.employee ?? {}, lines.earnings).map((index) =>
      issueOf('invalid_request', `earnings.${index}.type`),
    ),
    ...(isWhole ? subsidyIssuesOf({ ...input, employee }) : []),
    ...excesses.map(({ index }) => issueOf('invalid_request', `earnings.${index}.exemptAmount`)),
    ...(isWhole && lacksLastSalary({ ...input, employee }) ? [issueOf('salary_missing')] : []),
    ...(isWhole && totals.net.isNegative() ? [issueOf('negative_net')] : []),
  ];
  const state = stateOf(issues);
  const known = { issues, ...lines, details, paidDays, totals, exemptExcesses: excesses };
  return { source: 'manual', state, ...known };
}

/**
 * Whether the last monthly salary is missing that the document of a separation or of a pension paid at
 * once must state.
 */
function lacksLastSalary({ employee, lines: { earnings }, details }: ManualReceiptInput): boolean {
  return (
    isFinalPayment(earnings) &&
    details.lastMonthlySalary === undefined &&
    !isGiven(employee?.dailyWage)
  );
}

function subsidyIssuesOf(input: ManualReceiptInput): Issue[] {
  const { employee, employer } = input;
  if (!isGiven(employee) || !isGiven(employee.regimeType)) return [];
  const { regimeType } = employee;
  const pay = payOf(employee, employer);
  return subsidyIssues({ ...input, regimeType, settings: employer.settings, pay });
}

/**
 * Returns the exempt parts that, together with the employee's other receipts of the year, exceed the
 * limits of the law.
 */
function excessesOf({
  employee,
  employer,
  period,
  lines,
  details,
  earlier,
}: ManualReceiptInput): ExemptExcess[] {
  const { paidOn, periodStartedOn, periodEndedOn } = period;
  const { employmentStartedOn: startedOn, employmentEndedOn } = employee ?? {};
  const endedOn = details.employmentEndedOn ?? employmentEndedOn ?? periodEndedOn;
  const isKnown = isGiven(startedOn) && startedOn <= endedOn;
  const { aguinaldo, profitSharing, vacationPremium } = earlier.exemptInYear ?? {};
  return exemptExcesses(lines.earnings, {
    paidOn,
    periodDays: daysBetween(periodStartedOn, periodEndedOn) + 1,
    serviceYears: isKnown ? serviceYears(startedOn, endedOn) : undefined,
    hasMinimumWage: hasMinimumWage(
      employee ?? {},
      periodEndedOn,
      employer.settings.provisionalRules,
    ),
    ...overtimeOf(lines),
    exemptSeparations: isKnown ? separationsOf(startedOn, earlier).exempt : undefined,
    exemptPensions: isKnown ? separationsOf(startedOn, earlier, true).exempt : undefined,
    exemptInYear: { '002': aguinaldo, '003': profitSharing, '021': vacationPremium },
  });
}

/** c_TipoHoras: triple. */
const tripleHours = '02';

/** Returns the overtime of manual lines whose pay may be exempt. Pay for triple hours is never exempt. */
function overtimeOf({ earnings }: ReceiptLines) {
  const hours = earnings.flatMap(({ overtime = [] }) => overtime);
  if (hours.length === 0) return {};
  const counted = hours.filter(({ hoursType }) => hoursType !== tripleHours);
  return {
    doubleHours: Decimal.sum(counted.map(({ amount }) => amount)),
    overtimeDays: counted.reduce((sum, { days }) => sum + days, 0),
  };
}

/**
 * Whether the wage equals the minimum wage; undefined if the wage, the zone or the minimum wage of the
 * year is unknown.
 */
function hasMinimumWage(
  employee: Employee,
  on: string,
  isProvisional: boolean,
): boolean | undefined {
  const zone = minimumWageZoneOf(employee);
  const key = isGiven(zone) ? (`minimum_wage.${zone}` as const) : undefined;
  const minimum = key && findRule(key, on, isProvisional)?.value;
  if (!minimum || !isGiven(employee.dailyWage)) return undefined;
  return employee.dailyWage.lessOrEqual(minimum.daily);
}

/**
 * Adds up the given lines of a manual row. The total `subsidy` is the whole subsidy caused, because the
 * lines do not state how much of it lowered the ISR.
 */
export function totalsOfLines({
  earnings,
  deductions,
  otherPayments,
}: ReceiptLines): ReceiptTotals {
  const gross = sum(earnings.flatMap((line) => [line.taxableAmount, line.exemptAmount]));
  const deducted = sum(deductions.map((line) => line.amount));
  const other = sum(otherPayments.map((line) => line.amount));
  return {
    gross,
    deductions: deducted,
    net: gross.plus(other).minus(deducted),
    isr: sum(deductions.filter((line) => line.type === '002').map((line) => line.amount)),
    subsidy: sum([causedOf(otherPayments)]),
    imss: sum(deductions.filter((line) => line.type === '001').map((line) => line.amount)),
  };
}

function sum(amounts: readonly Decimal[]): Decimal {
  return Decimal.sum([zeroCents, ...amounts]);
}
