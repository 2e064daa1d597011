import { Decimal } from '@timbre/fiscal';
import type { PaymentFrequency } from '../payment-frequency';
import type { OtherPaymentLine } from '../receipt';
import type { SubsidyFigures } from '../rules/dated-rule';
import type { PeriodDays } from './days';
import type { IncomeTax } from './income-tax';
import type { CalculationInput } from './input';
import type { RulesOfPeriod } from './rules-of-period';

/** c_TipoOtroPago of the subsidy, the only one that says what was caused (NOM99). */
export const subsidyType = '002';
/** Days of an average month, with which the decrees prorate. */
export const monthDays = Decimal.from('30.4');
const monthly = '05';
const zeroCents = Decimal.from('0.00');

/** Employment subsidy caused by a payment (decrees DOF 2024-05-01, 2024-12-31, 2025-12-31). */
export function subsidyCaused(
  input: CalculationInput,
  frequency: PaymentFrequency,
  days: PeriodDays,
  tax: IncomeTax,
  contributionBase: Decimal,
  rules: RulesOfPeriod,
): Decimal {
  const { pay, period, settings, earlier } = input;
  if (period.kind === 'extraordinary' || pay.hasSubsidyElsewhere || tax.isMinimumWageExempt) {
    return zeroCents;
  }
  const isEntitled =
    settings.subsidyEntitlementBase === 'taxable_base'
      ? isWithinIncomeCap(tax.ordinaryBase, frequency, rules.subsidy)
      : contributionBase.times(monthDays).lessOrEqual(rules.subsidy.monthlyIncomeCap);
  if (!isEntitled) return zeroCents;
  const counted = settings.subsidyDays === 'paid_days' ? days.paidDays : days.contributionDays;
  const amount = subsidyOfDays(counted, frequency, rules.subsidy);
  return withinMonth(amount, earlier.subsidyCausedInMonth, rules.subsidy);
}

/** At the cap there is still subsidy, one cent above there is none. Compared without division. */
export function isWithinIncomeCap(
  base: Decimal,
  frequency: PaymentFrequency,
  { monthlyIncomeCap }: SubsidyFigures,
): boolean {
  if (frequency.code === monthly) return base.lessOrEqual(monthlyIncomeCap);
  const cap = monthlyIncomeCap.times(frequency.commercialDaysDecimal);
  return base.times(monthDays).lessOrEqual(cap);
}

/** r2(monthly amount / 30.4 x days), one rounding at the end; a month paid whole has all of it. */
export function subsidyOfDays(
  days: Decimal,
  frequency: PaymentFrequency,
  { monthlyAmount }: SubsidyFigures,
): Decimal {
  const isWholeMonth =
    frequency.code === monthly && days.greaterOrEqual(frequency.commercialDaysDecimal);
  if (isWholeMonth) return monthlyAmount;
  return monthlyAmount.times(days).dividedBy(monthDays, 2);
}

/** All payments of a calendar month together stay within the monthly amount. */
function withinMonth(
  amount: Decimal,
  causedBefore: Decimal | undefined,
  { monthlyAmount }: SubsidyFigures,
): Decimal {
  const left = monthlyAmount.minus(causedBefore ?? Decimal.zero);
  return left.isPositive() ? Decimal.min(amount, left) : zeroCents;
}

/** What the lines of a receipt say was caused. */
export function causedOf(otherPayments: readonly OtherPaymentLine[]): Decimal {
  const subsidies = otherPayments.filter(({ type }) => type === subsidyType);
  return Decimal.sum(subsidies.map((line) => line.employmentSubsidy ?? Decimal.zero));
}
