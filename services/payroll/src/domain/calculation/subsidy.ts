import { Decimal, subsidyType } from '@timbre/fiscal';
import type { EmployerSettings } from '../employer-settings';
import type { PaymentFrequency } from '../payment-frequency';
import type { OtherPaymentLine } from '../receipt';
import type { SubsidyFigures } from '../rules/dated-rule';
import type { PeriodDays } from './days';
import type { IncomeTax } from './income-tax';
import type { CalculationInput } from './input';
import type { RulesOfPeriod } from './rules-of-period';
import { baseOfSalary, contributionBaseLimits } from './social-security';

const monthly = '05';
const zeroCents = Decimal.from('0.00');

/** The numbers of days that determine the subsidy of a payment. */
export interface SubsidyDays {
  readonly paidDays: Decimal;
  /** The days by which the subsidy is prorated: paid days or calendar days, as the employer chose. */
  readonly countedDays: Decimal;
}

/**
 * Calculates the employment subsidy that a payment causes (decrees DOF 2024-05-01, 2024-12-31, 2025-12-31).
 */
export function subsidyCaused(
  input: CalculationInput,
  frequency: PaymentFrequency,
  days: PeriodDays,
  tax: IncomeTax,
  rules: RulesOfPeriod,
): Decimal {
  const { pay, period, settings, earlier } = input;
  if (period.kind === 'extraordinary' || pay.hasSubsidyElsewhere || tax.isMinimumWageExempt) {
    return zeroCents;
  }
  const salaryBase = baseOfSalary(pay, contributionBaseLimits(rules));
  const income = { taxable: tax.ordinaryBase, salaryBase };
  if (!isEntitled(income, frequency, settings, rules.subsidy)) return zeroCents;
  const amount = subsidyOfDays(subsidyDaysOf(days, settings), frequency, rules.subsidy);
  return withinMonth(amount, earlier.subsidyCausedInMonth, rules.subsidy);
}

export function subsidyDaysOf(
  { paidDays, contributionDays }: Pick<PeriodDays, 'paidDays' | 'contributionDays'>,
  { subsidyDays }: EmployerSettings,
): SubsidyDays {
  return { paidDays, countedDays: subsidyDays === 'paid_days' ? paidDays : contributionDays };
}

/**
 * Whether the income does not exceed the income limit of the subsidy. The income that is compared with
 * the subsidy limit is the taxable base. If the employer chose so and the salary has a contribution
 * base, the contribution base of a month is compared instead.
 */
export function isEntitled(
  { taxable, salaryBase }: { taxable: Decimal; salaryBase: Decimal | undefined },
  frequency: PaymentFrequency,
  { subsidyEntitlementBase }: EmployerSettings,
  figures: SubsidyFigures,
): boolean {
  if (subsidyEntitlementBase === 'taxable_base' || salaryBase === undefined) {
    return isWithinIncomeCap(taxable, frequency, figures);
  }
  return salaryBase.times(figures.monthDays).lessOrEqual(figures.monthlyIncomeCap);
}

/**
 * Whether the income is at most equal to the income limit of the subsidy. The comparison multiplies
 * both sides, so no division is needed.
 */
function isWithinIncomeCap(
  base: Decimal,
  frequency: PaymentFrequency,
  { monthlyIncomeCap, monthDays }: SubsidyFigures,
): boolean {
  if (frequency.code === monthly) return base.lessOrEqual(monthlyIncomeCap);
  const cap = monthlyIncomeCap.times(frequency.commercialDaysDecimal);
  return base.times(monthDays).lessOrEqual(cap);
}

/**
 * Returns the monthly subsidy / days of a month x days of the payment, rounded to cents only at the
 * end. A fully paid month receives the whole monthly subsidy, regardless of its calendar days.
 */
export function subsidyOfDays(
  { paidDays, countedDays }: SubsidyDays,
  frequency: PaymentFrequency,
  { monthlyAmount, monthDays }: SubsidyFigures,
): Decimal {
  const isWholeMonth =
    frequency.code === monthly && paidDays.greaterOrEqual(frequency.commercialDaysDecimal);
  if (isWholeMonth) return monthlyAmount;
  return monthlyAmount.times(countedDays).dividedBy(monthDays, 2);
}

/** Limits the total subsidy of all payments in a calendar month to the monthly maximum. */
function withinMonth(
  amount: Decimal,
  causedBefore: Decimal | undefined,
  { monthlyAmount }: SubsidyFigures,
): Decimal {
  const left = monthlyAmount.minus(causedBefore ?? Decimal.zero);
  return left.isPositive() ? Decimal.min(amount, left) : zeroCents;
}

/** Returns the subsidy caused that the lines of a receipt state. */
export function causedOf(otherPayments: readonly OtherPaymentLine[]): Decimal {
  const subsidies = otherPayments.filter(({ type }) => type === subsidyType);
  return Decimal.sum(subsidies.map((line) => line.employmentSubsidy ?? Decimal.zero));
}
