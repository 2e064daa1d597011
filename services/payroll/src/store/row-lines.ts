import { Decimal } from '@timbre/fiscal';
import type { ReceiptLines } from '../domain/receipt';
import type { PayrollRow } from './payroll-rows';

/** The lines of a row as exact decimals; a stored number has every digit of its amount. */
export function linesOf(
  row: Pick<PayrollRow, 'earnings' | 'deductions' | 'otherPayments'>,
): ReceiptLines {
  return {
    earnings: row.earnings.map((line) => ({
      ...line,
      taxableAmount: centsOf(line.taxableAmount),
      exemptAmount: centsOf(line.exemptAmount),
    })),
    deductions: row.deductions.map((line) => ({ ...line, amount: centsOf(line.amount) })),
    otherPayments: row.otherPayments.map(({ employmentSubsidy, ...line }) => ({
      ...line,
      amount: centsOf(line.amount),
      ...(employmentSubsidy === undefined ? {} : { employmentSubsidy: centsOf(employmentSubsidy) }),
    })),
  };
}

const centsOf = (amount: number): Decimal => Decimal.from(amount).round(2);
