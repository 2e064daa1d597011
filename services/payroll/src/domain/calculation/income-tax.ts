import { Decimal } from '@timbre/fiscal';
import type { EmployerSettings } from '../employer-settings';
import type { PaymentFrequency } from '../payment-frequency';
import type { EarningLine } from '../receipt';
import type { Bracket, Tariff } from '../rules/dated-rule';
import type { PeriodDays } from './days';
import type { CalculationInput } from './input';
import type { RulesOfPeriod } from './rules-of-period';

const hundredth = Decimal.from('0.01');
const zeroCents = Decimal.from('0.00');
/** The earning types that RLISR art. 174 allows to tax separately from the wage. */
const separateTypes: ReadonlySet<string> = new Set(['002', '003', '021']);

export interface IncomeTax {
  readonly isrCaused: Decimal;
  /** The part of the ISR that was withheld separately under RLISR art. 174. */
  readonly isrRegulation174: Decimal;
  /** The ISR that the subsidy may lower: the ISR without the part that was withheld separately. */
  readonly subsidizable: Decimal;
  /** The income in pesos that is compared with the income limit of the subsidy. */
  readonly ordinaryBase: Decimal;
  readonly isMinimumWageExempt: boolean;
}

/**
 * Returns the tax on a base, rounded to cents: fixed fee + (base - lower limit) x percent (LISR art. 96).
 * The tax is zero if the base is 0 or negative.
 */
export function taxOf(tariff: Tariff, base: Decimal): Decimal {
  return exactTaxOf(tariff, base).round(2);
}

export function exactTaxOf(tariff: Tariff, base: Decimal): Decimal {
  const bracket = bracketOf(tariff, base);
  if (bracket === undefined) return Decimal.zero;
  const excess = base.minus(bracket.lowerLimit);
  return bracket.fixedFee.plus(excess.times(bracket.percent).times(hundredth));
}

function bracketOf(tariff: Tariff, base: Decimal): Bracket | undefined {
  return tariff.findLast((bracket) => bracket.lowerLimit.lessOrEqual(base));
}

/** Calculates the ISR of a payment, before the subsidy. */
export function incomeTax(
  input: CalculationInput,
  frequency: PaymentFrequency,
  days: PeriodDays,
  earnings: readonly EarningLine[],
  rules: RulesOfPeriod,
): IncomeTax {
  const { settings } = input;
  const taxable = Decimal.sum(earnings.map((line) => line.taxableAmount));
  if (isMinimumWageOnly(input, days, earnings, rules)) return exemptWage(taxable, rules);
  const separateAmount = separateAmountOf(earnings, settings);
  const ordinaryBase = taxable.minus(separateAmount);
  const ordinary =
    input.period.kind === 'extraordinary'
      ? taxOnTopOfWage(ordinaryBase, input.pay.dailyWage, frequency, rules.tariff)
      : taxOfPeriod(ordinaryBase, rules.tariff, frequency, days, settings);
  const separateIsr = separateAmount.isPositive()
    ? taxSeparately(separateAmount, input.pay.dailyWage, rules)
    : zeroCents;
  return {
    isrCaused: ordinary.plus(separateIsr),
    isrRegulation174: separateIsr,
    subsidizable: ordinary,
    ordinaryBase,
    isMinimumWageExempt: false,
  };
}

/**
 * Whether the payment consists only of a minimum wage, from which no tax is withheld (LISR art. 96). Any
 * other taxable earning makes the whole payment taxable.
 */
function isMinimumWageOnly(
  { pay, period }: CalculationInput,
  { paidDays }: PeriodDays,
  earnings: readonly EarningLine[],
  rules: RulesOfPeriod,
): boolean {
  if (period.kind === 'extraordinary' || !pay.dailyWage.equals(rules.minimumWage)) return false;
  // The first earning is the wage, except in a payment without paid days.
  const others = paidDays.isPositive() ? earnings.slice(1) : earnings;
  return others.every((line) => line.taxableAmount.isZero());
}

function exemptWage(wage: Decimal, rules: RulesOfPeriod): IncomeTax {
  rules.reader.read('isr.minimum_wage_exemption', rules.taxOn);
  return {
    isrCaused: zeroCents,
    isrRegulation174: zeroCents,
    subsidizable: zeroCents,
    ordinaryBase: wage,
    isMinimumWageExempt: true,
  };
}

/**
 * Returns the taxable amount that RLISR art. 174 excludes from the taxable base and from the income
 * for the subsidy.
 */
export function separateAmountOf(
  earnings: readonly EarningLine[],
  settings: EmployerSettings,
): Decimal {
  if (settings.extraordinaryIsrMethod === 'law') return Decimal.zero;
  const separate = earnings.filter((line) => separateTypes.has(line.type));
  return Decimal.sum(separate.map((line) => line.taxableAmount));
}

/**
 * Applies the tax table for the payment frequency to the actual base or, if the employer chose so,
 * to the base of a full period.
 */
export function taxOfPeriod(
  base: Decimal,
  tariff: Tariff,
  frequency: PaymentFrequency,
  days: PeriodDays,
  settings: EmployerSettings,
): Decimal {
  const whole = frequency.commercialDaysDecimal;
  const isPartial = days.paidDays.isPositive() && days.paidDays.lessThan(whole);
  if (settings.partialPeriodTariff === 'frequency' || !isPartial) return taxOf(tariff, base);
  const baseOfWhole = base.times(whole).dividedBy(days.paidDays, 2);
  return exactTaxOf(tariff, baseOfWhole).times(days.paidDays).dividedBy(whole, 2);
}

/**
 * Calculates the tax of a payment that contains no wage. CHOICE: the tax is the amount that the
 * earnings add to the tax on a full period's wage, as if wage and earnings were paid together.
 */
function taxOnTopOfWage(
  taxable: Decimal,
  dailyWage: Decimal,
  frequency: PaymentFrequency,
  tariff: Tariff,
): Decimal {
  const wage = dailyWage.times(frequency.commercialDaysDecimal).round(2);
  return taxOf(tariff, wage.plus(taxable)).minus(taxOf(tariff, wage));
}

/**
 * Calculates the tax under RLISR art. 174. RLISR art. 174 adds the monthly share of these earnings
 * to the monthly wage. The rate of the additional tax then applies to all these earnings.
 */
function taxSeparately(taxable: Decimal, dailyWage: Decimal, rules: RulesOfPeriod): Decimal {
  const { yearDays, monthDays } = rules.reader.read('isr.regulation174', rules.taxOn);
  const monthly = rules.reader.read('isr.tariff.monthly', rules.taxOn);
  const share = taxable.times(monthDays).dividedBy(yearDays, 2);
  if (share.isZero()) return zeroCents;
  const ordinary = dailyWage.times(monthDays).round(2);
  const added = taxOf(monthly, ordinary.plus(share)).minus(taxOf(monthly, ordinary));
  return taxable.times(added).dividedBy(share, 2);
}
