import { Decimal } from '@timbre/fiscal';
import { isGiven } from './employee';
import type { Employee, Employer, Maybe } from './employee';
import type { EarlierReceipts, Incidents, PayrollPeriod } from './calculation/input';
import { causedOf } from './calculation/subsidy';
import { payOf } from './employee-pay';
import { stateOf } from './evaluation';
import { identityIssues } from './issues/identity-issues';
import { issueOf } from './issues/issue';
import type { Issue } from './issues/issue';
import { lineIssues } from './issues/line-issues';
import { paidPeriodIssues } from './issues/row-issues';
import type { RowSituation } from './issues/row-issues';
import { subsidyIssues } from './issues/subsidy-issues';
import type { EvaluatedReceipt, ReceiptLines, ReceiptTotals } from './receipt';

/** A row whose lines a person wrote: nothing is calculated, everything is checked. */
export interface ManualReceiptInput extends Pick<RowSituation, 'paidPeriods'> {
  readonly period: PayrollPeriod;
  readonly employee?: Maybe<Employee>;
  readonly employer: Employer;
  /** What happened in the period tells the days that the subsidy may count. */
  readonly incidents: Incidents;
  readonly lines: ReceiptLines;
  readonly paidDays: Decimal;
  readonly earlier: EarlierReceipts;
}

const zeroCents = Decimal.from('0.00');

/** The totals of given lines and every issue of them, of the data and of the row. */
export function checkManualReceipt(input: ManualReceiptInput): EvaluatedReceipt {
  const { employee, employer, period, lines, paidDays } = input;
  const totals = totalsOfLines(lines);
  const malformed = lineIssues(lines, totals, paidDays, period.paidOn);
  const issues: Issue[] = [
    ...(isGiven(employee)
      ? [...paidPeriodIssues(input, period), ...identityIssues(employee, employer, period)]
      : [issueOf('employee_missing')]),
    ...malformed,
    // What a malformed line adds up to says nothing about subsidy or net.
    ...(malformed.length > 0 ? [] : amountIssues(input, totals)),
  ];
  const state = stateOf(issues);
  return { source: 'manual', state, issues, ...lines, paidDays, totals };
}

function amountIssues(input: ManualReceiptInput, totals: ReceiptTotals): Issue[] {
  const negative = totals.net.isNegative() ? [issueOf('negative_net')] : [];
  const { employee, employer } = input;
  if (!isGiven(employee) || !isGiven(employee.regimeType)) return negative;
  const { regimeType } = employee;
  const pay = payOf(employee, employer);
  const check = { ...input, regimeType, settings: employer.settings, pay };
  return [...subsidyIssues(check), ...negative];
}

/** Totals of lines as they stand. `subsidy` is the subsidy caused: what of it was applied cannot be
 * told from given amounts. */
export function totalsOfLines({
  earnings,
  deductions,
  otherPayments,
}: ReceiptLines): ReceiptTotals {
  const gross = sum(earnings.flatMap((line) => [line.taxableAmount, line.exemptAmount]));
  const deducted = sum(deductions.map((line) => line.amount));
  const other = sum(otherPayments.map((line) => line.amount));
  return {
    gross,
    deductions: deducted,
    net: gross.plus(other).minus(deducted),
    isr: sum(deductions.filter((line) => line.type === '002').map((line) => line.amount)),
    subsidy: sum([causedOf(otherPayments)]),
    imss: sum(deductions.filter((line) => line.type === '001').map((line) => line.amount)),
  };
}

function sum(amounts: readonly Decimal[]): Decimal {
  return Decimal.sum([zeroCents, ...amounts]);
}
