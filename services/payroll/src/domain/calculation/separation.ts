import { Decimal, serviceYears as serviceYearsOf } from '@timbre/fiscal';
import type { EmployerSettings } from '../employer-settings';
import type { Calculation, EarningLine, EmploymentEnd, ExplanationLine } from '../receipt';
import { RuleReader } from '../rules/rule-book';
import type { RuleRead } from '../rules/rule-book';
import { earningType } from './earning-types';
import { taxOf } from './income-tax';
import type { EarlierReceipts, Incidents, PayrollPeriod } from './input';
import { separationsOf, type OtherSeparations } from './other-separations';
import { step } from './explanation';
import { receiptOfIncome, sumOf } from './receipt-of-income';

/** Payments at the end of an employment: seniority premium (022), separation (023), indemnity (025). */
export interface SeparationInput {
  readonly period: PayrollPeriod;
  readonly pay: EmploymentEnd & {
    /** Pesos per day, which the explanation shows. */
    readonly dailyWage: Decimal;
    readonly employmentStartedOn: string;
  };
  readonly incidents: Pick<Incidents, 'otherEarnings' | 'deductions'>;
  readonly earlier: EarlierReceipts;
  readonly settings: EmployerSettings;
  /** The rules of an earlier calculation, whose provisional figures are used again. */
  readonly cited?: readonly RuleRead[];
}

/** The amounts of a separation, in pesos. */
interface Separation {
  /** The SAT attribute NumAñosServicio. */
  readonly serviceYears: number;
  /** The largest exempt sum: 90 UMA for each year of service. */
  readonly exemptLimit: Decimal;
  /** The amounts of the employment's other separation payments. */
  readonly others: OtherSeparations;
  readonly exempt: Decimal;
  readonly taxable: Decimal;
  readonly isrOfLastSalary: Decimal;
  readonly isr: Decimal;
  /** The SAT attributes IngresoAcumulable and IngresoNoAcumulable of nomina12:SeparacionIndemnizacion. */
  readonly cumulative: Decimal;
  readonly notCumulative: Decimal;
}

const zeroCents = Decimal.from('0.00');

/**
 * Calculates the receipt of separation payments, in pesos, without employment subsidy and quotas.
 * - Exempt: 90 UMA for each year of service, used by the payments in their order (LISR art. 93-XIII), after
 *   the exempt amounts of the employment's other separation payments.
 * - ISR: the rate of the tax of the last ordinary monthly salary applies to the whole taxable amount. The
 *   tariff of a month applies to an amount below that salary (LISR art. 96, sixth paragraph). The ISR is
 *   calculated for all separation payments of the employment together. The ISR that was already withheld from
 *   the other payments is subtracted.
 * @throws RuleUnavailable when a rule has no figure on the payment date
 */
export function calculateSeparation(input: SeparationInput): Calculation {
  const { pay, incidents, settings } = input;
  const reader = new RuleReader(settings.provisionalRules, input.cited);
  const { earnings, separation } = separationOf(input, reader);
  const { lastMonthlySalary, employmentEndedOn, dailyWage } = pay;
  const receipt = receiptOfIncome({
    // NumDiasPagados of a document is above zero.
    paidDays: Decimal.one,
    dailyWage,
    earnings,
    isr: separation.isr,
    steps: stepsOf(separation, lastMonthlySalary),
    given: incidents.deductions,
    settings,
    rules: reader.rulesRead(),
  });
  const { serviceYears } = separation;
  return {
    ...receipt,
    employmentEnd: { lastMonthlySalary, employmentEndedOn },
    explanation: { ...receipt.explanation, serviceYears },
  };
}

function separationOf(
  { period: { paidOn }, pay, incidents, earlier }: SeparationInput,
  reader: RuleReader,
): { earnings: EarningLine[]; separation: Separation } {
  const { lastMonthlySalary } = pay;
  const tariff = reader.read('isr.tariff.monthly', paidOn);
  const uma = reader.read('uma.tax', paidOn).daily;
  const { uma: umaOfYear } = reader.read('exemption.separation', paidOn);
  const { monthlySalaries } = reader.read('isr.separation', paidOn);
  const serviceYears = serviceYearsOf(pay.employmentStartedOn, pay.employmentEndedOn);
  const exemptLimit = umaOfYear.times(uma).times(Decimal.from(serviceYears)).round(2);
  const others = separationsOf(pay.employmentStartedOn, earlier);
  const unused = Decimal.max(Decimal.zero, exemptLimit.minus(others.exempt));
  const earnings = split(incidents.otherEarnings ?? [], unused);
  const taxable = sumOf(earnings.map((line) => line.taxableAmount));
  const exempt = sumOf(earnings.map((line) => line.exemptAmount));
  const ofMonth = lastMonthlySalary.times(monthlySalaries).round(2);
  const isrOfLastSalary = taxOf(tariff, lastMonthlySalary);
  const whole = taxable.plus(others.taxable);
  const isrOfAll = whole.lessThan(ofMonth)
    ? taxOf(tariff, whole)
    : isrOfLastSalary.times(whole).dividedBy(lastMonthlySalary, 2);
  const isr = Decimal.max(zeroCents, isrOfAll.minus(others.isr)).round(2);
  const cumulative = Decimal.min(taxable, ofMonth);
  const notCumulative = taxable.minus(cumulative);
  return {
    earnings,
    separation: {
      serviceYears,
      exemptLimit,
      others,
      exempt,
      taxable,
      isrOfLastSalary,
      isr,
      cumulative,
      notCumulative,
    },
  };
}

/**
 * Splits each payment into a taxable and an exempt part. The payments use up the exempt limit in their order.
 */
function split(payments: NonNullable<Incidents['otherEarnings']>, limit: Decimal): EarningLine[] {
  let left = limit;
  return payments.map(({ type, code, description, amount }) => {
    const paid = amount.round(2);
    const exemptAmount = Decimal.min(paid, left).round(2);
    left = left.minus(exemptAmount);
    return {
      type,
      code: code ?? type,
      description: description ?? earningType(type).description,
      taxableAmount: paid.minus(exemptAmount),
      exemptAmount,
    };
  });
}

function stepsOf(
  { exemptLimit, others, exempt, taxable, isrOfLastSalary, cumulative, notCumulative }: Separation,
  lastMonthlySalary: Decimal,
): ExplanationLine[] {
  const hasOthers = others.exempt.plus(others.taxable).isPositive();
  return [
    step('exemptLimit', exemptLimit),
    ...(hasOthers ? [step('exemptOfOthers', others.exempt)] : []),
    step('exempt', exempt),
    step('taxableBase', taxable),
    ...(hasOthers ? [step('taxableOfOthers', others.taxable)] : []),
    step('lastMonthlySalary', lastMonthlySalary),
    step('isrOfLastSalary', isrOfLastSalary),
    step('cumulative', cumulative),
    step('notCumulative', notCumulative),
    ...(hasOthers ? [step('isrOfOthers', others.isr)] : []),
  ];
}
