import { Decimal } from '@timbre/fiscal';
import { daysByBimester } from '../calendar';
import type { EmployerSettings } from '../employer-settings';
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

/**
 * Returns social security contributions (001) and tax (002) first, if they are above zero, and then
 * the given deductions in the given order.
 */
export function deductionsOf(
  input: CalculationInput,
  days: PeriodDays,
  pay: PayBeforeDeductions,
  rules: RulesOfPeriod,
): readonly DeductionLine[] {
  const limiter = new DeductionLimiter(input, days, pay, rules);
  const bases: DeductionBases = {
    shareOfMonth: (monthly, type) => shareOfMonth(monthly, type, input, days, rules),
    percentBase: (type) => percentBase(type, input, days, pay, rules),
  };
  const lines = (input.incidents.deductions ?? []).map((given) =>
    deductionLine(given, limiter.limit(given.type, givenAmount(given, bases))),
  );
  const computed = [
    deductionLine({ type: '001' }, pay.imss),
    deductionLine({ type: '002' }, pay.isr),
  ];
  return [...computed, ...lines].filter((line) => line.amount.isPositive());
}

/**
 * Returns the deductions from income without an employment: first the tax (002), if it is above
 * zero, and then the given deductions in the given order. A payment without days has no
 * `shareOfMonth`; monthly amounts are refused for such a payment before the calculation.
 */
export function deductionsOfIncome(
  deductions: readonly GivenDeduction[],
  income: {
    readonly gross: Decimal;
    readonly isr: Decimal;
    readonly settings: Pick<EmployerSettings, 'alimonyBase'>;
  },
  shareOfMonth: (monthly: Decimal) => Decimal = () => Decimal.zero,
): DeductionLine[] {
  const { gross, isr, settings } = income;
  const bases: DeductionBases = {
    shareOfMonth,
    percentBase: (type) =>
      type === alimony && settings.alimonyBase !== 'gross' ? gross.minus(isr) : gross,
  };
  const lines = deductions.map((given) => deductionLine(given, givenAmount(given, bases)));
  return [deductionLine({ type: '002' }, isr), ...lines].filter((line) => line.amount.isPositive());
}

/** The amounts from which given deductions are calculated. */
interface DeductionBases {
  /** Returns the part of a monthly amount that this payment deducts. */
  shareOfMonth(monthly: Decimal, type: string): Decimal;
  /** Returns the amount to which the percentage of a deduction applies. */
  percentBase(type: string): Decimal;
}

/** Returns the amount of a given deduction in pesos, before a limit is applied. */
function givenAmount(
  given: GivenDeduction,
  { shareOfMonth, percentBase }: DeductionBases,
): Decimal {
  switch (given.basis) {
    case 'amount':
      return given.amount.round(2);
    case 'monthly_amount':
      return shareOfMonth(given.amount, given.type);
    case 'factor':
      return shareOfMonth(given.factor.times(given.unitValue), given.type);
    case 'percent':
      return percentBase(given.type).times(given.percent).dividedBy(hundred, 2);
  }
}

/**
 * Returns the receipt line for a deduction. If the code or the text is not given, the default of
 * the deduction type is used.
 */
function deductionLine(
  { type, code, description }: Pick<GivenDeduction, 'type' | 'code' | 'description'>,
  amount: Decimal,
): DeductionLine {
  return {
    type,
    code: code ?? type,
    description: description ?? deductionDescription(type),
    amount,
  };
}

/**
 * Returns the share of a monthly amount by days: the commercial days of the payment divided by thirty
 * (LFT art. 89).
 */
export const shareByDays = (monthly: Decimal, { payableDays }: PeriodDays): Decimal =>
  monthly.times(payableDays).dividedBy(thirty, 2);

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
 * Returns the part of a monthly amount that this payment deducts. A court order, a notice or an agreement
 * sets the monthly amount, so absences and the length of the month do not change the amount. Only
 * INFONAVIT charges a monthly amount in proportion to the days. CHOICE: a payment deducts its
 * commercial days of employment divided by thirty (LFT art. 89), so a fortnight deducts half, and a
 * fortnight with one day of employment deducts a thirtieth.
 */
function shareOfMonth(
  monthly: Decimal,
  type: string,
  input: CalculationInput,
  days: PeriodDays,
  rules: RulesOfPeriod,
): Decimal {
  if (type === housingCredit) return shareOfCredit(monthly, input, days, rules);
  return shareByDays(monthly, days);
}

/**
 * Returns the part of a monthly housing credit that this payment deducts. The employer chooses
 * whether it depends on the days of each bimester or on months of thirty days. The dates of
 * absences are unknown, so absences that suspend the credit are distributed over the days of
 * employment.
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
  // The sum stays a fraction, so that it is rounded only once at the end.
  let [numerator, denominator] = [0, 1];
  for (const { days: employed, bimesterDays } of daysByBimester(from, to)) {
    numerator = numerator * bimesterDays + employed * denominator;
    denominator *= bimesterDays;
  }
  const charged = monthly.times(two).times(calendar).times(Decimal.from(numerator));
  return charged.dividedBy(Decimal.from(denominator * days.employedDays), 2);
}

/**
 * Returns the number of days for which a housing credit is deducted. Until the 2025 reform, absences
 * suspended a housing credit.
 */
function creditDays(on: string, days: PeriodDays, rules: RulesOfPeriod) {
  const { isSuspendedByAbsence } = rules.reader.read('housing.suspension', on);
  return isSuspendedByAbsence
    ? { calendar: days.contributionDays, commercial: days.paidDays }
    : { calendar: Decimal.from(days.employedDays), commercial: days.payableDays };
}
