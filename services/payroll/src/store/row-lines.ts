import { Decimal } from '@timbre/fiscal';
import type { ManualDetails, ReceiptLines } from '../domain/receipt';
import type { PayrollRow, StoredDetails } from './payroll-rows';

/** Converts the lines of a row to exact decimals. A stored number contains every digit of its amount. */
export function linesOf(
  row: Pick<PayrollRow, 'earnings' | 'deductions' | 'otherPayments'>,
): ReceiptLines {
  return {
    earnings: row.earnings.map(({ overtime, shares, ...line }) => ({
      ...line,
      taxableAmount: centsOf(line.taxableAmount),
      exemptAmount: centsOf(line.exemptAmount),
      ...(overtime && { overtime: overtime.map(hoursOf) }),
      ...(shares && {
        shares: {
          marketValue: centsOf(shares.marketValue),
          grantPrice: centsOf(shares.grantPrice),
        },
      }),
    })),
    deductions: row.deductions.map((line) => ({ ...line, amount: centsOf(line.amount) })),
    otherPayments: row.otherPayments.map(
      ({ employmentSubsidy, favorableBalance: balance, ...line }) => ({
        ...line,
        amount: centsOf(line.amount),
        ...(employmentSubsidy === undefined
          ? {}
          : { employmentSubsidy: centsOf(employmentSubsidy) }),
        ...(balance && {
          favorableBalance: {
            ...balance,
            amount: centsOf(balance.amount),
            remainingAmount: centsOf(balance.remainingAmount),
          },
        }),
      }),
    ),
  };
}

type StoredHours = NonNullable<PayrollRow['earnings'][number]['overtime']>[number];

const hoursOf = ({ hours, amount, ...line }: StoredHours) => ({
  ...line,
  hours: Decimal.from(hours),
  amount: centsOf(amount),
});

/** Converts amounts of a manual row that are outside its lines to exact decimals. */
export function detailsOf(details: StoredDetails | null | undefined): ManualDetails {
  const {
    incapacities = [],
    lastMonthlySalary,
    employmentEndedOn,
    pensionDailyAmount,
  } = details ?? {};
  return {
    incapacities: incapacities.map(({ type, days, amount }) => ({
      type,
      days: Decimal.from(days),
      ...(amount === undefined ? {} : { amount: centsOf(amount) }),
    })),
    ...(lastMonthlySalary === undefined ? {} : { lastMonthlySalary: centsOf(lastMonthlySalary) }),
    ...(employmentEndedOn === undefined ? {} : { employmentEndedOn }),
    ...(pensionDailyAmount === undefined
      ? {}
      : { pensionDailyAmount: centsOf(pensionDailyAmount) }),
  };
}

const centsOf = (amount: number): Decimal => Decimal.from(amount).round(2);
