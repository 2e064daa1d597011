import { Decimal, isRevisionE } from '@timbre/fiscal';
import type { PaymentFrequency } from '../payment-frequency';
import type { EarningLine, OvertimeDetail } from '../receipt';
import type { PeriodDays } from './days';
import { earningType } from './earning-types';
import { overtimePay } from './overtime';
import type { SplitAmount } from './overtime';
import type { CalculationInput, Incidents } from './input';
import { aguinaldo, profitSharing, sundayPremium, vacationPremium } from './premiums';
import type { RulesOfPeriod } from './rules-of-period';
import { welfareLines } from './welfare';

export interface Earnings {
  readonly lines: readonly EarningLine[];
  readonly overtime: readonly OvertimeDetail[];
}

/**
 * Returns the earnings of a payment in the order of the receipt, without lines whose amount is
 * zero.
 */
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
  const hasRestDayTypes = isRevisionE(period.paidOn);
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
    line('014', { taxable: Decimal.zero, exempt: incapacitySubsidy(incidents) }),
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

/** Returns the earnings that are given as amounts, each with the exempt part that its type allows. */
function givenLines(
  { incidents: { otherEarnings = [] } }: CalculationInput,
  frequency: PaymentFrequency,
  wage: Decimal,
  rules: RulesOfPeriod,
): EarningLine[] {
  const exempt = welfareLines(otherEarnings, frequency, wage, rules);
  return otherEarnings.map((earning, index) => {
    const amount = earning.amount.round(2);
    const exemptAmount = exempt[index] ?? Decimal.zero;
    return {
      type: earning.type,
      code: earning.code ?? earning.type,
      description: earning.description ?? earningType(earning.type).description,
      taxableAmount: amount.minus(exemptAmount),
      exemptAmount: exemptAmount.round(2),
    };
  });
}

/**
 * Returns the sum of the subsidies for all incapacities, each rounded to cents. The document states the
 * sum of all subsidies as one earning (NOM87).
 */
function incapacitySubsidy({ incapacities = [] }: Incidents): Decimal {
  return Decimal.sum(incapacities.map((one) => (one.employerSubsidy ?? Decimal.zero).round(2)));
}
