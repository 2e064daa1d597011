import { Decimal } from '@timbre/fiscal';
import type { PaymentFrequency } from '../payment-frequency';
import type { EarningLine, OvertimeDetail } from '../receipt';
import type { UmaLimit } from '../rules/dated-rule';
import type { PeriodDays } from './days';
import { earningType } from './earning-types';
import { overtimePay } from './overtime';
import type { SplitAmount } from './overtime';
import type { CalculationInput, GivenEarning } from './input';
import type { RulesOfPeriod } from './rules-of-period';
import { welfareLines } from './welfare';

export interface Earnings {
  readonly lines: readonly EarningLine[];
  readonly overtime: readonly OvertimeDetail[];
}

const daysOfYear = Decimal.from(365);
/** Rest days worked have their own types since this date of the catalogue; before, 038. */
const restDayTypesFrom = '2026-01-01';

/** The earnings of a payment, in the order of the receipt; lines of zero are left out. */
export function earningsOf(
  input: CalculationInput,
  frequency: PaymentFrequency,
  days: PeriodDays,
  rules: RulesOfPeriod,
): Earnings {
  const { incidents, pay, period } = input;
  const isOrdinary = period.kind === 'ordinary';
  const overtime = overtimePay(incidents.weeks ?? [], pay, rules);
  const wage = isOrdinary ? pay.dailyWage.times(days.paidDays).round(2) : Decimal.zero;
  const paidOut = pay.dailyWage.times(incidents.vacationDaysPaidOut ?? Decimal.zero).round(2);
  const hasRestDayTypes = period.paidOn >= restDayTypesFrom;
  const lines = [
    line('001', { taxable: wage, exempt: Decimal.zero }),
    line('001', { taxable: paidOut, exempt: Decimal.zero }, 'Vacaciones'),
    line('019', overtime.overtime),
    line(hasRestDayTypes ? '054' : '038', overtime.restDays, earningType('054').description),
    line(
      hasRestDayTypes ? '055' : '038',
      overtime.statutoryRestDays,
      earningType('055').description,
    ),
    line('020', sundayPremium(input, rules)),
    line('021', vacationPremium(input, rules)),
    line('002', aguinaldo(input, rules)),
    line('003', profitSharing(input, rules)),
    ...givenLines(input, frequency, wage.plus(paidOut), rules),
  ].filter((one) => one.taxableAmount.isPositive() || one.exemptAmount.isPositive());
  return { lines, overtime: overtime.details };
}

function line(type: string, amount: SplitAmount, description?: string): EarningLine {
  return {
    type,
    code: type,
    description: description ?? earningType(type).description,
    taxableAmount: amount.taxable.round(2),
    exemptAmount: amount.exempt.round(2),
  };
}

/** Exempt: one UMA for each Sunday worked (LFT art. 71, LISR art. 93-XIV). */
function sundayPremium({ incidents, pay, settings }: CalculationInput, rules: RulesOfPeriod) {
  const sundays = incidents.sundaysWorked ?? Decimal.zero;
  if (!sundays.isPositive()) return nothing;
  const rate =
    settings.sundayPremiumRate ??
    rules.reader.read('labour.minimum_benefits', rules.labourOn).sundayPremium;
  const amount = pay.dailyWage.times(sundays).times(rate).round(2);
  const limit = rules.reader.read('exemption.sunday_premium', rules.taxOn);
  return exemptUpTo(amount, rules.umaTax.times(limit.uma).times(sundays));
}

/** r2(daily wage x vacation days x rate), LFT art. 80. */
function vacationPremium(input: CalculationInput, rules: RulesOfPeriod): SplitAmount {
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

/** r2(daily wage x days x days worked in the year / 365), LFT art. 87. */
function aguinaldo({ incidents, pay, earlier }: CalculationInput, rules: RulesOfPeriod) {
  if (incidents.aguinaldo === undefined) return nothing;
  const { days, workedDaysInYear } = incidents.aguinaldo;
  const amount = pay.dailyWage.times(days).times(workedDaysInYear).dividedBy(daysOfYear, 2);
  const limit = rules.reader.read('exemption.aguinaldo', rules.taxOn);
  return exemptInYear(amount, limit, earlier.exemptInYear?.aguinaldo, rules);
}

function profitSharing({ incidents, earlier }: CalculationInput, rules: RulesOfPeriod) {
  const amount = incidents.profitSharing ?? Decimal.zero;
  if (!amount.isPositive()) return nothing;
  const limit = rules.reader.read('exemption.profit_sharing', rules.taxOn);
  return exemptInYear(amount, limit, earlier.exemptInYear?.profitSharing, rules);
}

/** Earnings given as amounts, each with the exempt part its type has, and those of incapacities. */
function givenLines(
  { incidents }: CalculationInput,
  frequency: PaymentFrequency,
  wage: Decimal,
  rules: RulesOfPeriod,
): EarningLine[] {
  const given = [...(incidents.otherEarnings ?? []), ...incapacityEarnings(incidents)];
  const exempt = welfareLines(given, frequency, wage, rules);
  return given.map((earning, index) => {
    const { treatment, description } = earningType(earning.type);
    const amount = earning.amount.round(2);
    const exemptAmount = treatment === 'exempt' ? amount : (exempt[index] ?? Decimal.zero);
    return {
      type: earning.type,
      code: earning.code ?? earning.type,
      description: earning.description ?? description,
      taxableAmount: amount.minus(exemptAmount),
      exemptAmount: exemptAmount.round(2),
    };
  });
}

function incapacityEarnings({ incapacities = [] }: CalculationInput['incidents']): GivenEarning[] {
  return incapacities.flatMap(({ employerSubsidy }) =>
    employerSubsidy === undefined ? [] : [{ type: '014', amount: employerSubsidy }],
  );
}

const nothing: SplitAmount = { taxable: Decimal.zero, exempt: Decimal.zero };

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
