import { Decimal } from '@timbre/fiscal';
import type { EarlierReceipts, PayrollPeriod } from '../calculation/input';
import { causedOf, isWithinIncomeCap, subsidyOfDays, subsidyType } from '../calculation/subsidy';
import { frequencyOf } from '../payment-frequency';
import type { EarningLine, OtherPaymentLine, ReceiptLines } from '../receipt';
import type { SubsidyFigures } from '../rules/dated-rule';
import { findRule } from '../rules/rule-book';
import { wagesRegime } from './contract-and-regime';
import { codesOf } from './issue';
import type { Issue } from './issue';

export interface SubsidyCheck {
  readonly regimeType: string;
  readonly period: PayrollPeriod;
  readonly lines: ReceiptLines;
  readonly paidDays: Decimal;
  readonly earlier: EarlierReceipts;
}

/** Monthly correction of the subsidy takes the place of line 002. */
const correctionTypes: ReadonlySet<string> = new Set(['007', '008']);
const daysOfLongestMonth = Decimal.from(31);
/** Income that is no base of the subsidy: seniority, separation, indemnity, retirement. */
const apartFromSubsidy: ReadonlySet<string> = new Set(['022', '023', '025', '039', '044']);

/** The subsidy lines of a manual row. Calculated rows keep within these limits by themselves. */
export function subsidyIssues(check: SubsidyCheck): Issue[] {
  const { regimeType, lines, earlier, period } = check;
  const caused = causedOf(lines.otherPayments);
  const figures = findRule('isr.subsidy', period.paidOn)?.value;
  const before = earlier.subsidyCausedInMonth ?? Decimal.zero;
  return codesOf([
    !areLinesRight(regimeType, lines.otherPayments) && 'subsidy_line_invalid',
    caused.isPositive() && isAboveCeiling(check, caused, figures) && 'subsidy_ceiling_exceeded',
    caused.isPositive() &&
      figures !== undefined &&
      caused.plus(before).greaterThan(figures.monthlyAmount) &&
      'subsidy_month_cap_exceeded',
  ]);
}

/** NOM99, NOM105 to NOM107: regime 02 shows one line 002 (or a correction) with what was caused, and
 * pays no more than that; no other line says it, and other regimes show none. */
function areLinesRight(regimeType: string, otherPayments: readonly OtherPaymentLine[]): boolean {
  const subsidies = otherPayments.filter((line) => line.type === subsidyType);
  if (otherPayments.some(saysSubsidyElsewhere)) return false;
  const hasCorrection = otherPayments.some((line) => correctionTypes.has(line.type));
  if (regimeType !== wagesRegime) return subsidies.length === 0 && !hasCorrection;
  if (subsidies.length === 0) return hasCorrection;
  return subsidies.length === 1 && !hasCorrection && subsidies.every(isWithinCaused);
}

function saysSubsidyElsewhere({ type, employmentSubsidy }: OtherPaymentLine): boolean {
  return type !== subsidyType && employmentSubsidy !== undefined;
}

function isWithinCaused({ amount, employmentSubsidy }: OtherPaymentLine): boolean {
  return employmentSubsidy !== undefined && amount.lessOrEqual(employmentSubsidy);
}

function isAboveCeiling(
  { period, lines, paidDays }: SubsidyCheck,
  caused: Decimal,
  figures: SubsidyFigures | undefined,
): boolean {
  const frequency = frequencyOf(period.paymentFrequency);
  if (isAboveAuthority(caused, paidDays, period.paidOn)) return true;
  if (figures === undefined || frequency === undefined) return false;
  if (caused.greaterThan(subsidyOfDays(paidDays, frequency, figures))) return true;
  return !isWithinIncomeCap(subsidyBaseOf(lines.earnings), frequency, figures);
}

/** NOM101 and NOM108: what the stamping authority accepts at most. */
function isAboveAuthority(caused: Decimal, paidDays: Decimal, on: string): boolean {
  const ceilings = findRule('sat.subsidy_ceilings', on)?.value;
  if (ceilings === undefined) return false;
  const ceiling = paidDays.lessOrEqual(daysOfLongestMonth)
    ? ceilings.upTo31Days
    : ceilings.perDayAbove31.times(paidDays);
  return caused.greaterThan(ceiling);
}

function subsidyBaseOf(earnings: readonly EarningLine[]): Decimal {
  const counted = earnings.filter((line) => !apartFromSubsidy.has(line.type));
  return Decimal.sum(counted.map((line) => line.taxableAmount));
}
