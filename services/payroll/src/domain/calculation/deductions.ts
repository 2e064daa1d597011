import { Decimal } from '@timbre/fiscal';
import { daysByBimester } from '../calendar';
import type { DeductionLine } from '../receipt';
import { employedSpanIn } from './days';
import type { PeriodDays } from './days';
import { deductionDescription } from './deduction-types';
import type { CalculationInput, GivenDeduction } from './input';
import type { RulesOfPeriod } from './rules-of-period';
import { DeductionLimiter, type PayBeforeDeductions } from './deduction-limits';

const hundred = Decimal.from(100);
const two = Decimal.from(2);
const thirty = Decimal.from(30);
const housingCredit = '010';
const alimony = '007';

/** Returns quotas (001) and tax (002) first, if above zero, and then the given deductions in their order. */
export function deductionsOf(
  input: CalculationInput,
  days: PeriodDays,
  pay: PayBeforeDeductions,
  rules: RulesOfPeriod,
): readonly DeductionLine[] {
  const lines = [deduction('001', pay.imss), deduction('002', pay.isr)];
  const limiter = new DeductionLimiter(input, days, pay, rules);
  for (const given of input.incidents.deductions ?? []) {
    const amount = amountOf(given, input, days, pay, rules);
    lines.push({
      type: given.type,
      code: given.code ?? given.type,
      description: given.description ?? deductionDescription(given.type),
      amount: limiter.limit(given.type, amount),
    });
  }
  return lines.filter((line) => line.amount.isPositive());
}

function deduction(type: string, amount: Decimal): DeductionLine {
  return { type, code: type, description: deductionDescription(type), amount };
}

function amountOf(
  given: GivenDeduction,
  input: CalculationInput,
  days: PeriodDays,
  pay: PayBeforeDeductions,
  rules: RulesOfPeriod,
): Decimal {
  switch (given.basis) {
    case 'amount':
      return given.amount.round(2);
    case 'monthly_amount':
      return shareOfMonth(given.amount, given.type, input, days, rules);
    case 'factor':
      return shareOfMonth(given.factor.times(given.unitValue), given.type, input, days, rules);
    case 'percent':
      return percentBase(given.type, input, days, pay, rules)
        .times(given.percent)
        .dividedBy(hundred, 2);
  }
}

function percentBase(
  type: string,
  { settings, period }: CalculationInput,
  days: PeriodDays,
  pay: PayBeforeDeductions,
  rules: RulesOfPeriod,
): Decimal {
  if (type === housingCredit) {
    const { calendar } = creditDays(period.periodEndedOn, days, rules);
    return pay.contributionBase.times(calendar);
  }
  if (type !== alimony) return pay.wage;
  return settings.alimonyBase === 'gross' ? pay.gross : pay.gross.minus(pay.isr).minus(pay.imss);
}

/**
 * The share of a monthly amount that this payment deducts. The amount is set by an order, a notice or an
 * agreement, so absences and the length of the month do not change it; only INFONAVIT collects by days.
 * CHOICE: a payment deducts its commercial days of employment divided by thirty (LFT art. 89), so a fortnight
 * deducts half, and a fortnight with one day of employment deducts a thirtieth.
 */
function shareOfMonth(
  monthly: Decimal,
  type: string,
  input: CalculationInput,
  days: PeriodDays,
  rules: RulesOfPeriod,
): Decimal {
  if (type === housingCredit) return shareOfCredit(monthly, input, days, rules);
  return monthly.times(days.payableDays).dividedBy(thirty, 2);
}

/**
 * The share of a monthly housing credit, by the days of each bimester or by months of thirty days, as the
 * employer chose. The dates of absences are unknown, so absences that suspend the credit are spread over the
 * days of employment.
 */
function shareOfCredit(
  monthly: Decimal,
  { settings, period, pay }: CalculationInput,
  days: PeriodDays,
  rules: RulesOfPeriod,
): Decimal {
  const { calendar, commercial } = creditDays(period.periodEndedOn, days, rules);
  if (settings.housingCreditProration === 'month_of_30') {
    return monthly.times(commercial).dividedBy(thirty, 2);
  }
  if (calendar.isZero()) return Decimal.zero;
  const { from, to } = employedSpanIn(period, pay);
  // The sum stays a fraction, so that it is rounded only once.
  let [numerator, denominator] = [0, 1];
  for (const { days: employed, bimesterDays } of daysByBimester(from, to)) {
    numerator = numerator * bimesterDays + employed * denominator;
    denominator *= bimesterDays;
  }
  const charged = monthly.times(two).times(calendar).times(Decimal.from(numerator));
  return charged.dividedBy(Decimal.from(denominator * days.employedDays), 2);
}

/**
 * The days for which a housing credit is charged. Until the 2025 reform, absences suspended the
 * credit.
 */
function creditDays(on: string, days: PeriodDays, rules: RulesOfPeriod) {
  const { isSuspendedByAbsence } = rules.reader.read('housing.suspension', on);
  return isSuspendedByAbsence
    ? { calendar: days.contributionDays, commercial: days.paidDays }
    : { calendar: Decimal.from(days.employedDays), commercial: days.payableDays };
}
