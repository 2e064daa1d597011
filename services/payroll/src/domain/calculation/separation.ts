import { Decimal, serviceYears as serviceYearsOf } from '@timbre/fiscal';
import type { EarningLine } from '../receipt';
import { RuleReader } from '../rules/rule-book';
import type { RuleRead } from '../rules/rule-book';
import { taxOf } from './income-tax';

/**
 * Payments at the end of an employment: seniority premium, separation, indemnity. A run never
 * calculates these payments; the result is a proposal for the lines of a manual row (regime 13,
 * contract 99).
 */
export interface SeparationInput {
  readonly paidOn: string;
  readonly employmentStartedOn: string;
  readonly employmentEndedOn: string;
  /** The wage of the last ordinary month, in pesos (UltimoSueldoMensOrd). */
  readonly lastMonthlySalary: Decimal;
  readonly payments: readonly {
    readonly type: '022' | '023' | '025';
    readonly description?: string;
    readonly amount: Decimal;
  }[];
}

export interface Separation {
  readonly serviceYears: number;
  readonly earnings: readonly EarningLine[];
  readonly taxable: Decimal;
  readonly exempt: Decimal;
  /** The ISR to withhold, which is the amount of deduction 002. */
  readonly isr: Decimal;
  /** IngresoAcumulable and IngresoNoAcumulable of nomina12:SeparacionIndemnizacion. */
  readonly accumulable: Decimal;
  readonly notAccumulable: Decimal;
  readonly rules: readonly RuleRead[];
}

const zeroCents = Decimal.from('0.00');

/**
 * Calculates the exempt part and the ISR of separation payments (LISR art. 93-XIII, 95 and 96).
 * @throws RuleUnavailable when a rule has no figure on the payment date
 */
export function separationOf(input: SeparationInput): Separation {
  const reader = new RuleReader();
  const { paidOn, lastMonthlySalary } = input;
  const tariff = reader.read('isr.tariff.monthly', paidOn);
  const uma = reader.read('uma.tax', paidOn).daily;
  const limit = reader.read('exemption.separation', paidOn);
  const serviceYears = serviceYearsOf(input.employmentStartedOn, input.employmentEndedOn);
  const earnings = split(input, limit.uma.times(uma).times(Decimal.from(serviceYears)).round(2));
  const taxable = Decimal.sum([zeroCents, ...earnings.map((line) => line.taxableAmount)]);
  const isLessThanMonth = taxable.lessThan(lastMonthlySalary) || !lastMonthlySalary.isPositive();
  // The rate of the last monthly salary applies to the whole amount; an amount below one monthly salary is
  // taxed like a month.
  const isr = isLessThanMonth
    ? taxOf(tariff, taxable)
    : taxOf(tariff, lastMonthlySalary).times(taxable).dividedBy(lastMonthlySalary, 2);
  const accumulable = Decimal.min(taxable, lastMonthlySalary);
  return {
    serviceYears,
    earnings,
    taxable,
    exempt: Decimal.sum([zeroCents, ...earnings.map((line) => line.exemptAmount)]),
    isr,
    accumulable,
    notAccumulable: taxable.minus(accumulable),
    rules: reader.rulesRead(),
  };
}

function split({ payments }: SeparationInput, limit: Decimal): EarningLine[] {
  let left = limit;
  return payments.map(({ type, amount, description }) => {
    const exemptAmount = Decimal.min(amount.round(2), left);
    left = left.minus(exemptAmount);
    const taxableAmount = amount.round(2).minus(exemptAmount);
    const line = { type, code: type, taxableAmount, exemptAmount };
    return description === undefined ? line : { ...line, description };
  });
}
