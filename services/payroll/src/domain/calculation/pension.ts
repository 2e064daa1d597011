import { Decimal, pensionInParts } from '@timbre/fiscal';
import type { EmployerSettings } from '../employer-settings';
import { frequencyOf } from '../payment-frequency';
import type { Calculation, EarningLine } from '../receipt';
import { RuleReader } from '../rules/rule-book';
import type { RuleRead } from '../rules/rule-book';
import { countDays } from './days';
import { shareByDays } from './deductions';
import { earningType } from './earning-types';
import { taxOfPeriod } from './income-tax';
import type { Incidents, PayrollPeriod } from './input';
import { step } from './explanation';
import { receiptOfIncome } from './receipt-of-income';

/** A pension that is paid in installments (contract 10, regime 12). */
export interface PensionInput {
  readonly period: PayrollPeriod;
  readonly pay: {
    /** The pension for one day, in pesos (MontoDiario). */
    readonly dailyWage: Decimal;
    /** The first day on which the pension is paid. */
    readonly employmentStartedOn: string;
    readonly employmentEndedOn?: string;
  };
  readonly incidents: Pick<Incidents, 'deductions'>;
  readonly settings: EmployerSettings;
  /**
   * The rules that an earlier calculation read, whose provisional figures this calculation uses
   * again.
   */
  readonly cited?: readonly RuleRead[];
}

/**
 * Calculates the receipt of a pension for one period, in pesos, without employment subsidy and
 * social security contributions. For each day, 15 UMA are exempt (LISR art. 93-IV). The tax table
 * of the period applies to the rest of the pension (LISR art. 96).
 * @throws RuleUnavailable if a rule has no figure on the payment date
 */
export function calculatePension(input: PensionInput): Calculation {
  const { period, pay, incidents, settings } = input;
  const frequency = frequencyOf(period.paymentFrequency);
  if (frequency === undefined) throw new RangeError('payment frequency without a tariff');
  const reader = new RuleReader(settings.provisionalRules, input.cited);
  const tariff = reader.read(`isr.tariff.${frequency.name}`, period.paidOn);
  const uma = reader.read('uma.tax', period.paidOn).daily;
  const { uma: umaOfDay } = reader.read('exemption.pension', period.paidOn);
  const days = countDays({ period, pay, incidents: {}, settings }, frequency);
  const gross = pay.dailyWage.times(days.paidDays).round(2);
  const exemptLimit = umaOfDay.times(uma).times(days.paidDays).round(2);
  const exempt = Decimal.min(gross, exemptLimit).round(2);
  const taxable = gross.minus(exempt);
  return {
    ...receiptOfIncome({
      paidDays: days.paidDays,
      dailyWage: pay.dailyWage,
      earnings: pensionLines(taxable, exempt),
      isr: taxOfPeriod(taxable, tariff, frequency, days, settings).round(2),
      steps: [
        step('exemptLimitOfDays', exemptLimit),
        step('exempt', exempt),
        step('taxableBase', taxable),
      ],
      given: incidents.deductions,
      shareOfMonth: (monthly) => shareByDays(monthly, days),
      settings,
      rules: reader.rulesRead(),
    }),
    pensionDailyAmount: pay.dailyWage,
  };
}

function pensionLines(taxableAmount: Decimal, exemptAmount: Decimal): EarningLine[] {
  if (taxableAmount.plus(exemptAmount).isZero()) return [];
  const { description } = earningType(pensionInParts);
  return [{ type: pensionInParts, code: pensionInParts, description, taxableAmount, exemptAmount }];
}
