import { hash } from 'node:crypto';
import { Decimal, fold } from '@timbre/fiscal';
import { causedOf } from '../domain/calculation/subsidy';
import type { EarningLine, EvaluatedReceipt } from '../domain/receipt';
import type { PayrollRow } from './payroll-rows';
import { asUuid, citedRules } from './cited-rules';
import { shown } from './public-json';

/** The values that an evaluation writes on a row, in the form of its columns. */
export type ReceiptValues = Pick<
  PayrollRow,
  | 'source' | 'issues' | 'paidDays' | 'totals' | 'earnings' | 'deductions' | 'otherPayments'
  | 'explanation' | 'citedRules' | 'details' | 'subsidyCaused' | 'exemptAguinaldo' | 'exemptVacationPremium'
  | 'exemptProfitSharing' | 'lastReceiptSalaryAvailable' | 'receiptDigest'
>; // prettier-ignore

/** Property, column and type of each value. */
export const receiptColumns = [
  ['source', 'source', 'text'],
  ['issues', 'issues', 'jsonb'],
  ['paidDays', 'paid_days', 'numeric'],
  ['totals', 'totals', 'jsonb'],
  ['earnings', 'earnings', 'jsonb'],
  ['deductions', 'deductions', 'jsonb'],
  ['otherPayments', 'other_payments', 'jsonb'],
  ['explanation', 'explanation', 'jsonb'],
  ['citedRules', 'cited_rules', 'uuid'],
  ['details', 'details', 'jsonb'],
  ['subsidyCaused', 'subsidy_caused', 'numeric'],
  ['exemptAguinaldo', 'exempt_aguinaldo', 'numeric'],
  ['exemptVacationPremium', 'exempt_vacation_premium', 'numeric'],
  ['exemptProfitSharing', 'exempt_profit_sharing', 'numeric'],
  ['lastReceiptSalaryAvailable', 'last_receipt_salary_available', 'boolean'],
  ['receiptDigest', 'receipt_digest', 'uuid'],
] as const;

/** The employee's name on the receipt, and the search text. */
export const nameValues = (
  employeeName: string,
): Pick<PayrollRow, 'employeeName' | 'searchText'> => ({
  employeeName,
  searchText: fold(employeeName),
});

/** Property, column and type of each value. */
export const nameColumns = [
  ['employeeName', 'employee_name', 'text'],
  ['searchText', 'search_text', 'text'],
] as const;

type ShownLines = Pick<ReceiptValues, 'earnings' | 'deductions' | 'otherPayments'>;

export function receiptValues(
  receipt: EvaluatedReceipt,
  lastReceiptSalaryAvailable: boolean,
): ReceiptValues {
  const { source, issues, paidDays, totals, explanation, calculation, ...rest } = receipt;
  const { earnings, deductions, otherPayments } = rest;
  const details = calculation && {
    overtime: calculation.overtime,
    incapacities: calculation.incapacities,
  };
  const { rules, ...reasons } = explanation ?? {};
  const lines = { earnings, deductions, otherPayments };
  const values = {
    ...(shown(lines) as ShownLines),
    totals: totals ? (shown(totals) as ReceiptValues['totals']) : null,
    explanation: explanation ? (shown(reasons) as object) : null,
    citedRules: rules ? citedRules(rules).id : null,
    details: details ? (shown(details) as object) : null,
    source,
    issues: [...issues],
    paidDays: paidDays?.toString() ?? null,
    subsidyCaused: causedOf(otherPayments).toString(),
    exemptAguinaldo: exemptOf(earnings, '002'),
    exemptVacationPremium: exemptOf(earnings, '021'),
    exemptProfitSharing: exemptOf(earnings, '003'),
    lastReceiptSalaryAvailable,
  };
  return { ...values, receiptDigest: digestOf(JSON.stringify(values)) };
}

/** Two evaluations with the same digest write the same values. */
const digestOf = (json: string): string => asUuid(hash('sha256', json));

function exemptOf(lines: readonly EarningLine[], type: string): string {
  const ofType = lines.filter((line) => line.type === type);
  return Decimal.sum(ofType.map((line) => line.exemptAmount)).toString();
}
