import { payrollSteps } from '@timbre/api';
import type { Decimal } from '@timbre/fiscal';
import type {
  DeductionLine,
  EarningLine,
  Explanation,
  ExplanationLine,
  OtherPaymentLine,
  ReceiptTotals,
} from '../receipt';
import type { ImssBranches } from '../rules/dated-rule';
import type { RuleRead } from '../rules/rule-book';
import type { PeriodDays } from './days';
import type { CalculationInput } from './input';

/** The tax of a payment and the subsidy that lowers it. */
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
  /** The other payments that return ISR in favor of the employee. */
  readonly returned: readonly OtherPaymentLine[];
  readonly totals: ReceiptTotals;
  readonly contributionBase: Decimal;
}

/** The worker's social security contributions in the order in which the explanation shows them. */
const branches = [
  'sicknessExcess',
  'sicknessCash',
  'pensionersMedical',
  'disabilityLife',
  'oldAge',
] as const satisfies (keyof ImssBranches)[];
/** Social security contributions and tax, which the explanation shows as separate steps. */
const computedDeductions: ReadonlySet<string> = new Set(['001', '002']);

/** Returns the steps from the wage to the net, with every rule that the calculation read. */
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

const linesOf = ({
  earnings,
  deductions,
  tax,
  quotas,
  returned,
  totals,
}: ExplainedAmounts): ExplanationLine[] => [
  ...earningSteps(earnings),
  step('taxableBase', tax.taxableBase),
  step('isrCaused', tax.isrCaused),
  step('subsidyApplied', tax.subsidyApplied),
  step('isrWithheld', tax.isr),
  ...branches.map((branch) => step(branch, quotas[branch])),
  ...givenSteps(deductions),
  ...returned.map((line) => step('favorableBalance', line.amount)),
  step('net', totals.net),
];

/** Returns a step of the explanation for a computed amount. */
export const step = (name: keyof typeof payrollSteps, amount: Decimal): ExplanationLine => ({
  label: payrollSteps[name].en,
  amount,
});

/** Returns a step of the explanation for each earning, with its whole amount. */
export const earningSteps = (earnings: readonly EarningLine[]): ExplanationLine[] =>
  earnings.map((line) => ({
    label: labelOf(line),
    amount: line.taxableAmount.plus(line.exemptAmount),
  }));

/** Returns a step of the explanation for each deduction that was given and not computed. */
export const givenSteps = (deductions: readonly DeductionLine[]): ExplanationLine[] =>
  deductions
    .filter(({ type }) => !computedDeductions.has(type))
    .map((line) => ({ label: labelOf(line), amount: line.amount }));

const labelOf = ({ description, type }: EarningLine | DeductionLine): string => description ?? type;
