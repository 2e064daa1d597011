import { payrollSteps } from '@timbre/api';
import { Decimal, pensionInParts } from '@timbre/fiscal';
import type { EmployerSettings } from '../employer-settings';
import { frequencyOf } from '../payment-frequency';
import type { Calculation, DeductionLine, EarningLine, Explanation } from '../receipt';
import { RuleReader } from '../rules/rule-book';
import type { RuleRead } from '../rules/rule-book';
import { countDays } from './days';
import type { PeriodDays } from './days';
import { deductionsOfIncome, shareByDays } from './deductions';
import { earningType } from './earning-types';
import { computedDeductions, labelOf } from './explanation';
import { taxOfPeriod } from './income-tax';
import type { Incidents, PayrollPeriod } from './input';
import { noQuotas } from './social-security';

/** A pension in parts: contract 10, regime 12. */
export interface PensionInput {
  readonly period: PayrollPeriod;
  readonly pay: {
    /** The pension of one day, in pesos (MontoDiario). */
    readonly dailyWage: Decimal;
    /** The first and the last day on which the pension is paid. */
    readonly employmentStartedOn: string;
    readonly employmentEndedOn?: string;
  };
  readonly incidents: Pick<Incidents, 'deductions'>;
  readonly settings: EmployerSettings;
  /** The rules of an earlier calculation, whose provisional figures are used again. */
  readonly cited?: readonly RuleRead[];
}

const zeroCents = Decimal.from('0.00');

/**
 * Calculates the receipt of a pension for one period, in pesos, without employment subsidy and quotas. Of each
 * day, 15 UMA are exempt (LISR art. 93-IV); the tariff of the period applies to the rest (LISR art. 96).
 * @throws RuleUnavailable when a rule has no figure on the payment date
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
  const isr = taxOfPeriod(taxable, tariff, frequency, days, settings).round(2);
  const earnings = pensionLines(taxable, exempt);
  const deductions = deductionsOfIncome(
    incidents.deductions ?? [],
    { gross, isr, settings },
    (monthly) => shareByDays(monthly, days),
  );
  const deducted = Decimal.sum([zeroCents, ...deductions.map((line) => line.amount)]);
  const net = gross.minus(deducted);
  const amounts = { exemptLimit, exempt, taxable, isr, net, earnings, deductions };
  return {
    paidDays: days.paidDays,
    earnings,
    deductions,
    otherPayments: [],
    totals: { gross, deductions: deducted, net, isr, subsidy: zeroCents, imss: zeroCents },
    taxableBase: taxable,
    isrRegulation174: zeroCents,
    subsidyCaused: zeroCents,
    imssBranches: noQuotas,
    overtime: [],
    incapacities: [],
    pensionDailyAmount: pay.dailyWage,
    explanation: explained(input, days, amounts, reader.rulesRead()),
  };
}

function pensionLines(taxableAmount: Decimal, exemptAmount: Decimal): EarningLine[] {
  if (taxableAmount.plus(exemptAmount).isZero()) return [];
  const { description } = earningType(pensionInParts);
  return [{ type: pensionInParts, code: pensionInParts, description, taxableAmount, exemptAmount }];
}

interface Amounts {
  readonly exemptLimit: Decimal;
  readonly exempt: Decimal;
  readonly taxable: Decimal;
  readonly isr: Decimal;
  readonly net: Decimal;
  readonly earnings: readonly EarningLine[];
  readonly deductions: readonly DeductionLine[];
}

function explained(
  { pay: { dailyWage } }: PensionInput,
  { paidDays }: PeriodDays,
  { earnings, deductions, exemptLimit, exempt, taxable, isr, net }: Amounts,
  rules: readonly RuleRead[],
): Explanation {
  const given = deductions.filter(({ type }) => !computedDeductions.has(type));
  return {
    paidDays,
    contributionDays: Decimal.zero,
    dailyWage,
    integratedDailySalary: dailyWage,
    contributionBaseSalary: zeroCents,
    isrCaused: isr,
    lines: [
      ...earnings.map((line) => ({
        label: labelOf(line),
        amount: line.taxableAmount.plus(line.exemptAmount),
      })),
      { label: payrollSteps.exemptLimitOfDays.en, amount: exemptLimit },
      { label: payrollSteps.exempt.en, amount: exempt },
      { label: payrollSteps.taxableBase.en, amount: taxable },
      { label: payrollSteps.isrWithheld.en, amount: isr },
      ...given.map((line) => ({ label: labelOf(line), amount: line.amount })),
      { label: payrollSteps.net.en, amount: net },
    ],
    rules,
  };
}
