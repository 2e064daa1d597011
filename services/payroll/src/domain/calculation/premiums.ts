import { Decimal } from '@timbre/fiscal';
import type { UmaLimit } from '../rules/dated-rule';
import type { CalculationInput } from './input';
import type { SplitAmount } from './overtime';
import type { RulesOfPeriod } from './rules-of-period';

const daysOfYear = Decimal.from(365);
const nothing: SplitAmount = { taxable: Decimal.zero, exempt: Decimal.zero };

/**
 * Returns the Sunday premium with its exempt part. One UMA is exempt for each Sunday worked (LFT art. 71,
 * LISR art. 93-XIV).
 */
export function sundayPremium(
  { incidents, pay, settings }: CalculationInput,
  rules: RulesOfPeriod,
) {
  const sundays = incidents.sundaysWorked ?? Decimal.zero;
  if (!sundays.isPositive()) return nothing;
  const rate =
    settings.sundayPremiumRate ??
    rules.reader.read('labour.minimum_benefits', rules.labourOn).sundayPremium;
  const amount = pay.dailyWage.times(sundays).times(rate).round(2);
  const limit = rules.reader.read('exemption.sunday_premium', rules.taxOn);
  return exemptUpTo(amount, rules.umaTax.times(limit.uma).times(sundays));
}

/** Returns the vacation premium: daily wage x vacation days x rate, rounded to cents (LFT art. 80). */
export function vacationPremium(input: CalculationInput, rules: RulesOfPeriod): SplitAmount {
  const { incidents, pay, settings, earlier } = input;
  const premium = incidents.vacationPremium;
  if (premium === undefined || !premium.vacationDays.isPositive()) return nothing;
  const rate =
    premium.rate ??
    settings.vacationPremiumRate ??
    rules.reader.read('labour.minimum_benefits', rules.labourOn).vacationPremium;
  const amount = pay.dailyWage.times(premium.vacationDays).times(rate).round(2);
  const limit = rules.reader.read('exemption.vacation_premium', rules.taxOn);
  return exemptInYear(amount, limit, earlier.exemptInYear?.vacationPremium, rules);
}

/**
 * Returns the aguinaldo: daily wage x days x days worked in the year / 365, rounded to cents (LFT art. 87).
 */
export function aguinaldo({ incidents, pay, earlier }: CalculationInput, rules: RulesOfPeriod) {
  if (incidents.aguinaldo === undefined) return nothing;
  const { days, workedDaysInYear } = incidents.aguinaldo;
  const amount = pay.dailyWage.times(days).times(workedDaysInYear).dividedBy(daysOfYear, 2);
  const limit = rules.reader.read('exemption.aguinaldo', rules.taxOn);
  return exemptInYear(amount, limit, earlier.exemptInYear?.aguinaldo, rules);
}

export function profitSharing({ incidents, earlier }: CalculationInput, rules: RulesOfPeriod) {
  const amount = incidents.profitSharing ?? Decimal.zero;
  if (!amount.isPositive()) return nothing;
  const limit = rules.reader.read('exemption.profit_sharing', rules.taxOn);
  return exemptInYear(amount, limit, earlier.exemptInYear?.profitSharing, rules);
}

function exemptInYear(
  amount: Decimal,
  limit: UmaLimit,
  used: Decimal | undefined,
  rules: RulesOfPeriod,
): SplitAmount {
  const left = rules.umaTax.times(limit.uma).minus(used ?? Decimal.zero);
  return exemptUpTo(amount, Decimal.max(Decimal.zero, left));
}

function exemptUpTo(amount: Decimal, limit: Decimal): SplitAmount {
  const exempt = Decimal.min(amount, limit).round(2);
  return { taxable: amount.minus(exempt), exempt };
}
