import { Decimal } from '@timbre/fiscal';
import { frequencyOf } from '../payment-frequency';
import type { PaymentFrequency } from '../payment-frequency';
import type {
  Calculation,
  DeductionLine,
  EarningLine,
  IncapacityDetail,
  OtherPaymentLine,
  ReceiptTotals,
} from '../receipt';
import { countDays } from './days';
import type { PeriodDays } from './days';
import { deductionsOf } from './deductions';
import { earningsOf } from './earnings';
import { explanationOf, type TaxOfPayment } from './explanation';
import { incomeTax } from './income-tax';
import type { CalculationInput } from './input';
import { sumOf } from './receipt-of-income';
import { rulesOfPeriod } from './rules-of-period';
import type { RulesOfPeriod } from './rules-of-period';
import { contributionBaseOf, totalOf, workerQuotas } from './social-security';
import { subsidyCaused } from './subsidy';

const zeroCents = Decimal.from('0.00');

/**
 * Calculates the receipt of one employee for one period. Every amount is in pesos, exact to the cent, and
 * has an explanation. The caller must validate the input and use a payment frequency that has a tax
 * table.
 * @throws RuleUnavailable if a rule has no figure on its date
 */
export function calculate(input: CalculationInput): Calculation {
  const frequency = frequencyOf(input.period.paymentFrequency);
  if (frequency === undefined) throw new RangeError('payment frequency without a tariff');
  const rules = rulesOfPeriod(input, frequency);
  const days = countDays(input, frequency);
  const { lines: earnings, overtime } = earningsOf(input, frequency, days, rules);
  const contributionBase = contributionBaseOf(input.pay, rules);
  const tax = taxOfPayment(input, frequency, days, earnings, rules);
  const quotas = workerQuotas(input.pay, contributionBase, days, rules);
  const imss = totalOf(quotas);
  const gross = grossOf(earnings);
  const pay = { wage: wageOf(earnings), gross, isr: tax.isr, imss, contributionBase };
  const deductions = deductionsOf(input, days, pay, rules);
  const returned = returnedTax(input, tax.isr);
  const totals = totalsOf(gross, deductions, tax, imss, returned);
  const amounts = { earnings, deductions, tax, quotas, returned, totals, contributionBase };
  return {
    paidDays: days.paidDays,
    earnings,
    deductions,
    otherPayments: [subsidyLine(tax.subsidyCaused), ...returned],
    totals,
    taxableBase: tax.taxableBase,
    isrRegulation174: tax.isrRegulation174,
    subsidyCaused: tax.subsidyCaused,
    imssBranches: quotas,
    overtime,
    incapacities: incapacityDetails(input),
    explanation: explanationOf(input, days, amounts, rules.reader.rulesRead()),
  };
}

function taxOfPayment(
  input: CalculationInput,
  frequency: PaymentFrequency,
  days: PeriodDays,
  earnings: readonly EarningLine[],
  rules: RulesOfPeriod,
): TaxOfPayment {
  const tax = incomeTax(input, frequency, days, earnings, rules);
  const caused = subsidyCaused(input, frequency, days, tax, rules);
  const applied = Decimal.min(caused, tax.subsidizable);
  return {
    taxableBase: Decimal.sum(earnings.map((line) => line.taxableAmount)).round(2),
    isrCaused: tax.isrCaused,
    isrRegulation174: tax.isrRegulation174,
    subsidyCaused: caused,
    subsidyApplied: applied,
    isr: tax.isrCaused.minus(applied),
  };
}

/**
 * Returns the subsidy line, which a receipt of regime 02 always contains. The subsidy line states
 * the subsidy caused and a payment of zero (NOM105).
 */
function subsidyLine(caused: Decimal): OtherPaymentLine {
  return {
    type: '002',
    code: '002',
    description: 'Subsidio para el empleo',
    amount: zeroCents,
    employmentSubsidy: caused,
  };
}

/**
 * Returns the line that refunds ISR to the employee. The refund is set off against the ISR that is
 * withheld from this payment; the remaining balance is refunded with later payments (LISR art. 97).
 */
function returnedTax({ incidents }: CalculationInput, isr: Decimal): OtherPaymentLine[] {
  const balance = incidents.favorableBalance;
  if (balance === undefined || !isr.isPositive()) return [];
  const amount = Decimal.min(balance.amount, isr).round(2);
  const remainingAmount = balance.amount.minus(amount).round(2);
  return [
    {
      type: '004',
      code: '004',
      description: 'Aplicación de saldo a favor por compensación anual',
      amount,
      favorableBalance: { amount: balance.amount, year: balance.year, remainingAmount },
    },
  ];
}

function totalsOf(
  gross: Decimal,
  deductions: readonly DeductionLine[],
  tax: TaxOfPayment,
  imss: Decimal,
  returned: readonly OtherPaymentLine[],
): ReceiptTotals {
  const deducted = Decimal.sum(deductions.map((line) => line.amount)).round(2);
  return {
    gross,
    deductions: deducted,
    net: gross.plus(sumOf(returned.map((line) => line.amount))).minus(deducted),
    isr: tax.isr,
    subsidy: tax.subsidyApplied,
    imss,
  };
}

function grossOf(earnings: readonly EarningLine[]): Decimal {
  let gross = zeroCents;
  for (const line of earnings) gross = gross.plus(line.taxableAmount).plus(line.exemptAmount);
  return gross;
}

/**
 * Returns the sum of wages and vacation days, from which percentages and limits of deductions are
 * calculated.
 */
function wageOf(earnings: readonly EarningLine[]): Decimal {
  const wages = earnings.filter((line) => line.type === '001');
  return Decimal.sum(wages.map((line) => line.taxableAmount));
}

function incapacityDetails({ incidents }: CalculationInput): IncapacityDetail[] {
  return (incidents.incapacities ?? []).map(({ type, days, employerSubsidy }) => ({
    type,
    days,
    ...(employerSubsidy === undefined ? {} : { amount: employerSubsidy }),
  }));
}
