import {
  Decimal,
  isrType,
  isSubsidyPaidOut,
  subsidyCeiling,
  subsidyType,
  wagesRegime,
} from '@timbre/fiscal';
import { countDays } from '../calculation/days';
import { separateAmountOf } from '../calculation/income-tax';
import type { EarlierReceipts, EmployeePay, Incidents, PayrollPeriod } from '../calculation/input';
import { baseOfSalary, findContributionBaseLimits } from '../calculation/social-security';
import { causedOf, isEntitled, subsidyDaysOf, subsidyOfDays } from '../calculation/subsidy';
import type { EmployerSettings } from '../employer-settings';
import { frequencyOf } from '../payment-frequency';
import type { PaymentFrequency } from '../payment-frequency';
import type { OtherPaymentLine, ReceiptLines } from '../receipt';
import type { SubsidyFigures } from '../rules/dated-rule';
import { findRule } from '../rules/rule-book';
import { codesOf } from './issue';
import type { Issue } from './issue';

export interface SubsidyCheck {
  readonly regimeType: string;
  readonly period: PayrollPeriod;
  readonly lines: ReceiptLines;
  readonly paidDays: Decimal;
  readonly earlier: EarlierReceipts;
  readonly incidents: Incidents;
  readonly settings: EmployerSettings;
  /**
   * The pay data of the employee. If some data are missing, the field is undefined, and only the
   * lines are validated.
   */
  readonly pay: EmployeePay | undefined;
}

/** The other payment types for a monthly correction of the subsidy, which replaces line 002. */
const correctionTypes: ReadonlySet<string> = new Set(['007', '008']);
/**
 * Earning types that do not count as income for the subsidy: seniority, separation, indemnity,
 * retirement.
 */
const apartFromSubsidy: ReadonlySet<string> = new Set(['022', '023', '025', '039', '044']);

/**
 * Checks the subsidy lines of a manual row against the limits for calculated rows.
 */
export function subsidyIssues(check: SubsidyCheck): Issue[] {
  const { regimeType, lines, earlier, period, settings } = check;
  const caused = causedOf(lines.otherPayments);
  const figures = findRule('isr.subsidy', period.paidOn, settings.provisionalRules)?.value;
  const before = earlier.subsidyCausedInMonth ?? Decimal.zero;
  return codesOf([
    (!areLinesRight(regimeType, lines.otherPayments) || isPaidOut(lines, period.paidOn)) &&
      'subsidy_line_invalid',
    caused.isPositive() && isAboveCeiling(check, caused, figures) && 'subsidy_ceiling_exceeded',
    caused.isPositive() &&
      figures !== undefined &&
      caused.plus(before).greaterThan(figures.monthlyAmount) &&
      'subsidy_month_cap_exceeded',
  ]);
}

/**
 * Whether the subsidy lines are valid (NOM99, NOM105 to NOM107). A row of regime 02 has exactly one
 * subsidy line 002 (or a correction of the subsidy). The line states the subsidy caused and pays at
 * most this amount. No other line may state a subsidy, and a row of another regime must have no
 * subsidy line.
 */
function areLinesRight(regimeType: string, otherPayments: readonly OtherPaymentLine[]): boolean {
  const subsidies = otherPayments.filter((line) => line.type === subsidyType);
  if (otherPayments.some(saysSubsidyElsewhere)) return false;
  const hasCorrection = otherPayments.some((line) => correctionTypes.has(line.type));
  if (regimeType !== wagesRegime) return subsidies.length === 0 && !hasCorrection;
  if (subsidies.length === 0) return hasCorrection;
  return subsidies.length === 1 && !hasCorrection && subsidies.every(isWithinCaused);
}

/** Whether the subsidy exceeds the ISR, so that the excess would be paid out in cash. */
function isPaidOut({ otherPayments, deductions }: ReceiptLines, on: string): boolean {
  const paid = otherPayments.filter(({ type }) => type === subsidyType);
  const isr = deductions.filter(({ type }) => type === isrType);
  const sum = (some: readonly { amount: Decimal }[]) =>
    Decimal.sum(some.map(({ amount }) => amount));
  return isSubsidyPaidOut(sum(paid), sum(isr), on);
}

function saysSubsidyElsewhere({ type, employmentSubsidy }: OtherPaymentLine): boolean {
  return type !== subsidyType && employmentSubsidy !== undefined;
}

function isWithinCaused({ amount, employmentSubsidy }: OtherPaymentLine): boolean {
  return employmentSubsidy !== undefined && amount.lessOrEqual(employmentSubsidy);
}

function isAboveCeiling(
  check: SubsidyCheck,
  caused: Decimal,
  figures: SubsidyFigures | undefined,
): boolean {
  const { period, paidDays, settings } = check;
  const frequency = frequencyOf(period.paymentFrequency);
  if (isAboveAuthority(caused, paidDays, period.paidOn)) return true;
  if (figures === undefined || frequency === undefined) return false;
  const days = subsidyDaysOf(daysOf(check, frequency), settings);
  if (caused.greaterThan(subsidyOfDays(days, frequency, figures))) return true;
  return !isEntitled(incomeOf(check), frequency, settings, figures);
}

/**
 * Returns the days of the subsidy: the calendar days that the calculation uses, adjusted by the
 * difference between the manual and the calculated paid days.
 */
function daysOf(
  { period, pay, incidents, settings, paidDays }: SubsidyCheck,
  frequency: PaymentFrequency,
) {
  if (pay === undefined) return { paidDays, contributionDays: paidDays };
  const calculated = countDays({ period, pay, incidents, settings }, frequency);
  const contributionDays = calculated.contributionDays.plus(paidDays).minus(calculated.paidDays);
  return { paidDays, contributionDays };
}

/** Returns the income that is compared with the income limit of the subsidy. */
function incomeOf({ lines, pay, period, settings }: SubsidyCheck) {
  const counted = lines.earnings.filter((line) => !apartFromSubsidy.has(line.type));
  const taxable = Decimal.sum(counted.map((line) => line.taxableAmount));
  const limits =
    pay &&
    findContributionBaseLimits(
      pay.minimumWageZone,
      period.periodEndedOn,
      settings.provisionalRules,
    );
  return {
    taxable: taxable.minus(separateAmountOf(lines.earnings, settings)),
    salaryBase: pay && limits && baseOfSalary(pay, limits),
  };
}

/** Whether the subsidy exceeds the maximum that the SAT accepts (NOM101, NOM108). */
function isAboveAuthority(caused: Decimal, paidDays: Decimal, on: string): boolean {
  const ceiling = subsidyCeiling(paidDays, on);
  return ceiling !== undefined && caused.greaterThan(ceiling);
}
