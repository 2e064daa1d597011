import { hash } from 'node:crypto';
import { Decimal, fold } from '@timbre/fiscal';
import { recordColumns } from '@timbre/kit';
import { causedOf } from '../domain/calculation/subsidy';
import type { EarningLine, EvaluatedReceipt } from '../domain/receipt';
import { PayrollRow, type StoredDetails } from './payroll-rows';
import { asUuid, citedRules } from './cited-rules';
import { shown } from './public-json';

/** The columns of a row that an evaluation writes. */
export const receiptColumns = recordColumns(PayrollRow, [
  'source', 'issues', 'paidDays', 'totals', 'earnings', 'deductions', 'otherPayments',
  'explanation', 'citedRules', 'details', 'subsidyCaused', 'exemptAguinaldo',
  'exemptVacationPremium', 'exemptProfitSharing', 'lastReceiptSalaryAvailable', 'receiptDigest',
]); // prettier-ignore

/** The values that an evaluation of a row writes, in the format of the columns. */
export type ReceiptValues = Pick<PayrollRow, (typeof receiptColumns)[number][0]>;

/** Returns the employee's name as printed on the receipt, and the text that searches match. */
export const nameValues = (
  employeeName: string,
): Pick<PayrollRow, 'employeeName' | 'searchText'> => ({
  employeeName,
  searchText: fold(employeeName),
});

export const nameColumns = recordColumns(PayrollRow, ['employeeName', 'searchText']);

type ShownLines = Pick<ReceiptValues, 'earnings' | 'deductions' | 'otherPayments'>;

export function receiptValues(
  receipt: EvaluatedReceipt,
  lastReceiptSalaryAvailable: boolean,
): ReceiptValues {
  const { source, issues, paidDays, totals, explanation, calculation, ...rest } = receipt;
  const { details: ofLines } = rest;
  const { earnings, deductions, otherPayments } = rest;
  const details = calculation
    ? {
        overtime: calculation.overtime,
        incapacities: calculation.incapacities,
        ...calculation.employmentEnd,
        ...(calculation.pensionDailyAmount && {
          pensionDailyAmount: calculation.pensionDailyAmount,
        }),
      }
    : ofLines;
  const { rules, ...reasons } = explanation ?? {};
  const lines = { earnings, deductions, otherPayments };
  const values = {
    ...(shown(lines) as ShownLines),
    totals: totals ? (shown(totals) as ReceiptValues['totals']) : null,
    explanation: explanation ? (shown(reasons) as object) : null,
    citedRules: rules ? citedRules(rules).id : null,
    details: details ? (shown(details) as StoredDetails) : null,
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

/**
 * Returns the digest of all values of an evaluation. Two evaluations with equal digests have equal
 * values.
 */
const digestOf = (json: string): string => asUuid(hash('sha256', json));

function exemptOf(lines: readonly EarningLine[], type: string): string {
  const ofType = lines.filter((line) => line.type === type);
  return Decimal.sum(ofType.map((line) => line.exemptAmount)).toString();
}
