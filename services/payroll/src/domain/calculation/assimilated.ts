import { boardRegime, Decimal, sharesRegime } from '@timbre/fiscal';
import type { EmployerSettings } from '../employer-settings';
import { frequencyOf } from '../payment-frequency';
import type { Calculation, EarningLine } from '../receipt';
import type { Tariff } from '../rules/dated-rule';
import { RuleReader } from '../rules/rule-book';
import type { RuleRead } from '../rules/rule-book';
import { countDays } from './days';
import type { PeriodDays } from './days';
import { shareByDays } from './deductions';
import { assimilatedEarning, earningType, sharesEarning } from './earning-types';
import { taxOf, taxOfPeriod } from './income-tax';
import type { Incidents, PayrollPeriod } from './input';
import { step } from './explanation';
import { receiptOfIncome, sumOf } from './receipt-of-income';

/** A person without an employment, with income that is taxed like wages (assimilated income). */
export interface AssimilatedInput {
  readonly period: PayrollPeriod;
  readonly pay: {
    /** The income in pesos for each day of the period; zero for a person who is paid in shares. */
    readonly dailyWage: Decimal;
    /** The first day on which the person is paid. */
    readonly employmentStartedOn: string;
    readonly employmentEndedOn?: string;
    /** A code of the SAT catalogue c_TipoRegimen that `assimilatedRegimes` contains. */
    readonly regimeType: string;
  };
  readonly incidents: Pick<Incidents, 'otherEarnings' | 'deductions'>;
  readonly settings: EmployerSettings;
  /**
   * The rules that an earlier calculation read, whose provisional figures this calculation uses
   * again.
   */
  readonly cited?: readonly RuleRead[];
}

const zeroCents = Decimal.from('0.00');
const hundred = Decimal.from(100);

/**
 * Calculates the receipt of one person for one period, in pesos. The tax table applies to the whole
 * assimilated income (LISR art. 94 and 96), without employment subsidy, exempt parts and social
 * security. Income in shares (LISR art. 94-VII) belongs to no period, so it is taxed with the
 * monthly tax table.
 * @throws RuleUnavailable if no tax table is in force on the payment date
 */
export function calculateAssimilated(input: AssimilatedInput): Calculation {
  const { period, pay, incidents, settings } = input;
  const frequency = frequencyOf(period.paymentFrequency);
  if (frequency === undefined) throw new RangeError('payment frequency without a tariff');
  const reader = new RuleReader(settings.provisionalRules, input.cited);
  const tariffName = pay.regimeType === sharesRegime ? 'monthly' : frequency.name;
  const tariff = reader.read(`isr.tariff.${tariffName}`, period.paidOn);
  const days = countDays({ period, pay, incidents: {}, settings }, frequency);
  const earnings = earningsOf(input, days);
  const gross = sumOf(earnings.map((line) => line.taxableAmount));
  const byTariff =
    period.kind === 'ordinary'
      ? taxOfPeriod(gross, tariff, frequency, days, settings)
      : taxOf(tariff, gross);
  return receiptOfIncome({
    paidDays: days.paidDays,
    dailyWage: pay.dailyWage,
    earnings,
    isr: Decimal.max(byTariff, leastTaxOf(pay.regimeType, gross, tariff)),
    steps: [step('taxableBase', gross)],
    given: incidents.deductions,
    shareOfMonth: (monthly) => shareByDays(monthly, days),
    settings,
    rules: reader.rulesRead(),
  });
}

/**
 * Returns the minimum tax on income without an employment. At least the highest rate of the yearly
 * tax table is withheld from the fees of board members (LISR art. 96). The tax tables of all
 * payment frequencies have the same tax rates.
 */
function leastTaxOf(regimeType: string, income: Decimal, tariff: Tariff): Decimal {
  const highest = tariff.at(-1)?.percent;
  if (regimeType !== boardRegime || highest === undefined) return zeroCents;
  return income.times(highest).dividedBy(hundred, 2);
}

/**
 * Returns the earnings for the days and for the other income of the period. All earnings are
 * taxable. Their type is 046, or 045 for income in shares.
 */
function earningsOf({ period, pay, incidents }: AssimilatedInput, days: PeriodDays): EarningLine[] {
  const type = pay.regimeType === sharesRegime ? sharesEarning : assimilatedEarning;
  const { description } = earningType(type);
  const isOrdinary = period.kind === 'ordinary';
  const ofDays = isOrdinary ? pay.dailyWage.times(days.paidDays).round(2) : zeroCents;
  return [
    { type, code: type, description, taxableAmount: ofDays, exemptAmount: zeroCents },
    ...(incidents.otherEarnings ?? []).map((earning) => ({
      type,
      code: earning.code ?? type,
      description: earning.description ?? description,
      taxableAmount: earning.amount.round(2),
      exemptAmount: zeroCents,
      ...(earning.shares && { shares: earning.shares }),
    })),
  ].filter((line) => line.taxableAmount.isPositive());
}
