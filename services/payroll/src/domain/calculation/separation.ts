import { Decimal, pensionAtOnce, serviceYears as serviceYearsOf } from '@timbre/fiscal';
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

/**
 * Payments after an employment: seniority premium (022), separation (023) and indemnity (025), or a pension
 * that is paid at once (039).
 */
export interface SeparationInput {
  readonly period: PayrollPeriod;
  readonly pay: EmploymentEnd & {
    /** The daily wage in pesos, which the explanation shows. */
    readonly dailyWage: Decimal;
    readonly employmentStartedOn: string;
  };
  readonly incidents: Pick<Incidents, 'otherEarnings' | 'deductions'>;
  readonly earlier: EarlierReceipts;
  readonly settings: EmployerSettings;
  /**
   * The rules that an earlier calculation read, whose provisional figures this calculation uses
   * again.
   */
  readonly cited?: readonly RuleRead[];
}

/** The amounts from which the tax of a separation is calculated, in pesos. */
interface Separation {
  /** The SAT attribute NumAñosServicio. */
  readonly serviceYears: number;
  /** The exempt limit: 90 UMA for each year of service, or 32,850 UMA for a pension paid at once. */
  readonly exemptLimit: Decimal;
  /** The amounts of other payments of the same kind and the same employment. */
  readonly others: OtherSeparations;
  readonly exempt: Decimal;
  readonly taxable: Decimal;
  readonly isrOfLastSalary: Decimal;
  readonly isr: Decimal;
  /** The value of the SAT attribute IngresoAcumulable in the document. */
  readonly cumulative: Decimal;
  readonly notCumulative: Decimal;
}

const zeroCents = Decimal.from('0.00');

/**
 * Calculates the receipt of separation payments or of a pension paid at once, in pesos, without employment
 * subsidy and social security contributions.
 * - Exempt: 90 UMA for each year of service (LISR art. 93-XIII), or 90 UMA for each day of a year for a
 *   pension paid at once (RLISR art. 171). The payments use up the exempt limit in order. The
 *   exempt amounts of other payments of the same kind and employment are subtracted from the limit
 *   first. The amount of a pension above the limit is taxed by LISR art. 95, like a separation.
 * - ISR: the tax rate of the last ordinary monthly salary applies to the whole taxable amount. If the
 *   taxable amount is below that salary, the monthly tax table applies (LISR art. 96, sixth
 *   paragraph). The ISR is calculated for all payments of the same kind and employment together.
 *   The ISR that was withheld from the other payments is then subtracted.
 * @throws RuleUnavailable if a rule has no figure on the payment date
 */
export function calculateSeparation(input: SeparationInput): Calculation {
  const { pay, incidents, settings } = input;
  const reader = new RuleReader(settings.provisionalRules, input.cited);
  const isPension = incidents.otherEarnings?.some(({ type }) => type === pensionAtOnce) ?? false;
  const { earnings, separation } = separationOf(input, reader, isPension);
  const { lastMonthlySalary, employmentEndedOn, dailyWage } = pay;
  const receipt = receiptOfIncome({
    // NumDiasPagados must be above zero in a document.
    paidDays: Decimal.one,
    dailyWage,
    earnings,
    isr: separation.isr,
    steps: stepsOf(separation, lastMonthlySalary, isPension ? pensionSteps : separationSteps),
    given: incidents.deductions,
    settings,
    rules: reader.rulesRead(),
  });
  // The document of a pension does not state years of service.
  if (isPension) return { ...receipt, employmentEnd: { lastMonthlySalary } };
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
  isPension: boolean,
): { earnings: EarningLine[]; separation: Separation } {
  const { lastMonthlySalary } = pay;
  const tariff = reader.read('isr.tariff.monthly', paidOn);
  const uma = reader.read('uma.tax', paidOn).daily;
  const exemption = isPension ? 'exemption.pension_at_once' : 'exemption.separation';
  const { uma: exemptUma } = reader.read(exemption, paidOn);
  const { monthlySalaries } = reader.read('isr.separation', paidOn);
  const serviceYears = serviceYearsOf(pay.employmentStartedOn, pay.employmentEndedOn);
  const times = isPension ? Decimal.one : Decimal.from(serviceYears);
  const exemptLimit = exemptUma.times(uma).times(times).round(2);
  const others = separationsOf(pay.employmentStartedOn, earlier, isPension);
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
 * Splits each payment into a taxable and an exempt part. The separation payments use up the exempt
 * limit in the order of the list.
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

/** The names of the explanation steps that differ between a separation and a pension paid at once. */
const separationSteps = {
  limit: 'exemptLimit',
  exemptOfOthers: 'exemptOfOthers',
  taxableOfOthers: 'taxableOfOthers',
  isrOfOthers: 'isrOfOthers',
} as const;
const pensionSteps = {
  limit: 'exemptLimitAtOnce',
  exemptOfOthers: 'exemptOfPensions',
  taxableOfOthers: 'taxableOfPensions',
  isrOfOthers: 'isrOfPensions',
} as const;

function stepsOf(
  { exemptLimit, others, exempt, taxable, isrOfLastSalary, cumulative, notCumulative }: Separation,
  lastMonthlySalary: Decimal,
  names: typeof separationSteps | typeof pensionSteps,
): ExplanationLine[] {
  const hasOthers = others.exempt.plus(others.taxable).isPositive();
  return [
    step(names.limit, exemptLimit),
    ...(hasOthers ? [step(names.exemptOfOthers, others.exempt)] : []),
    step('exempt', exempt),
    step('taxableBase', taxable),
    ...(hasOthers ? [step(names.taxableOfOthers, others.taxable)] : []),
    step('lastMonthlySalary', lastMonthlySalary),
    step('isrOfLastSalary', isrOfLastSalary),
    step('cumulative', cumulative),
    step('notCumulative', notCumulative),
    ...(hasOthers ? [step(names.isrOfOthers, others.isr)] : []),
  ];
}
