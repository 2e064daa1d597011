import type { EvaluatedReceipt } from '../receipt';

/** Converts a receipt to the format of check files: amounts, lines, issue codes and state. */
export function shownReceipt(receipt: EvaluatedReceipt): Record<string, unknown> {
  const { explanation, calculation } = receipt;
  return {
    paidDays: receipt.paidDays,
    contributionDays: explanation?.contributionDays,
    dailyWage: explanation?.dailyWage,
    integratedDailySalary: explanation?.integratedDailySalary,
    contributionBaseSalary: explanation?.contributionBaseSalary,
    earnings: receipt.earnings,
    taxableBase: calculation?.taxableBase,
    isrCaused: explanation?.isrCaused,
    isrRegulation174: calculation?.isrRegulation174,
    subsidyCaused: calculation?.subsidyCaused,
    imssBranches: calculation?.imssBranches,
    deductions: receipt.deductions,
    otherPayments: receipt.otherPayments,
    totals: receipt.totals,
    issues: sortedByCode(receipt.issues),
    state: receipt.state,
  };
}

/** Sorts issues for comparison. */
export function sortedByCode(issues: readonly unknown[]): unknown[] {
  const codeOf = (issue: unknown) => String((issue as { code?: unknown } | null)?.code);
  return issues.toSorted((one, other) => codeOf(one).localeCompare(codeOf(other)));
}
