import { Decimal } from '@timbre/fiscal';
import type { EmployerSettings } from '../employer-settings';
import type { Calculation, EarningLine, ExplanationLine } from '../receipt';
import type { RuleRead } from '../rules/rule-book';
import { deductionsOfIncome } from './deductions';
import { earningSteps, givenSteps, step } from './explanation';
import type { Incidents } from './input';
import { noQuotas } from './social-security';

/** Income of a person without an employment, in pesos: assimilated income, a pension or a separation. */
interface Income {
  readonly paidDays: Decimal;
  readonly dailyWage: Decimal;
  readonly earnings: readonly EarningLine[];
  readonly isr: Decimal;
  /** The explanation steps that come between the earnings and the tax. */
  readonly steps: readonly ExplanationLine[];
  readonly given: Incidents['deductions'];
  readonly settings: EmployerSettings;
  readonly rules: readonly RuleRead[];
  /**
   * Returns the part of a monthly deduction that this payment deducts; absent for a payment without days.
   */
  readonly shareOfMonth?: (monthly: Decimal) => Decimal;
}

const zeroCents = Decimal.from('0.00');

/**
 * Returns the receipt of income without an employment. The receipt has no employment subsidy and no
 * social security contributions.
 */
export function receiptOfIncome(income: Income): Calculation {
  const { paidDays, dailyWage, earnings, isr, steps, settings, rules } = income;
  const taxable = sumOf(earnings.map((line) => line.taxableAmount));
  const gross = taxable.plus(sumOf(earnings.map((line) => line.exemptAmount)));
  const taxed = { gross, isr, settings };
  const deductions = deductionsOfIncome(income.given ?? [], taxed, income.shareOfMonth);
  const deducted = sumOf(deductions.map((line) => line.amount));
  const net = gross.minus(deducted);
  return {
    paidDays,
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
    explanation: {
      paidDays,
      contributionDays: Decimal.zero,
      dailyWage,
      integratedDailySalary: dailyWage,
      contributionBaseSalary: zeroCents,
      isrCaused: isr,
      lines: [
        ...earningSteps(earnings),
        ...steps,
        step('isrWithheld', isr),
        ...givenSteps(deductions),
        step('net', net),
      ],
      rules,
    },
  };
}

/** Returns the sum of amounts; the sum has two decimals even if the list is empty. */
export const sumOf = (amounts: readonly Decimal[]): Decimal => Decimal.sum([zeroCents, ...amounts]);
