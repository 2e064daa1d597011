import { payrollSteps } from '@timbre/api';
import type { Decimal } from '@timbre/fiscal';
import type {
  DeductionLine,
  EarningLine,
  Explanation,
  ExplanationLine,
  ReceiptTotals,
} from '../receipt';
import type { ImssBranches } from '../rules/dated-rule';
import type { RuleRead } from '../rules/rule-book';
import type { PeriodDays } from './days';
import type { CalculationInput } from './input';

/** The tax of a payment and the subsidy applied to it. */
export interface TaxOfPayment {
  readonly taxableBase: Decimal;
  readonly isrCaused: Decimal;
  readonly isrRegulation174: Decimal;
  readonly subsidyCaused: Decimal;
  readonly subsidyApplied: Decimal;
  readonly isr: Decimal;
}

interface ExplainedAmounts {
  readonly earnings: readonly EarningLine[];
  readonly deductions: readonly DeductionLine[];
  readonly tax: TaxOfPayment;
  readonly quotas: ImssBranches;
  readonly totals: ReceiptTotals;
  readonly contributionBase: Decimal;
}

/** The worker's quotas, in the order of the explanation. */
const branches = [
  'sicknessExcess',
  'sicknessCash',
  'pensionersMedical',
  'disabilityLife',
  'oldAge',
] as const satisfies (keyof ImssBranches)[];
/** Quotas and tax, which the explanation shows as steps of their own. */
export const computedDeductions: ReadonlySet<string> = new Set(['001', '002']);

/** Explains the steps from the wage to the net, with every rule that was read. */
export function explanationOf(
  { pay }: CalculationInput,
  days: PeriodDays,
  amounts: ExplainedAmounts,
  rules: readonly RuleRead[],
): Explanation {
  return {
    paidDays: days.paidDays,
    contributionDays: days.contributionDays,
    dailyWage: pay.dailyWage,
    integratedDailySalary: pay.integratedDailySalary ?? pay.dailyWage,
    contributionBaseSalary: amounts.contributionBase,
    isrCaused: amounts.tax.isrCaused,
    lines: linesOf(amounts),
    rules,
  };
}

function linesOf({ earnings, deductions, tax, quotas, totals }: ExplainedAmounts) {
  const lines: ExplanationLine[] = [];
  const add = (label: string, amount: Decimal) => lines.push({ label, amount });
  for (const line of earnings) add(labelOf(line), line.taxableAmount.plus(line.exemptAmount));
  const step = (name: keyof typeof payrollSteps, amount: Decimal) =>
    add(payrollSteps[name].en, amount);
  step('taxableBase', tax.taxableBase);
  step('isrCaused', tax.isrCaused);
  step('subsidyApplied', tax.subsidyApplied);
  step('isrWithheld', tax.isr);
  for (const branch of branches) step(branch, quotas[branch]);
  for (const line of deductions) {
    if (!computedDeductions.has(line.type)) add(labelOf(line), line.amount);
  }
  step('net', totals.net);
  return lines;
}

export function labelOf(line: EarningLine | DeductionLine): string {
  return line.description ?? line.type;
}
