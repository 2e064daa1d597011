import type { payroll } from '@timbre/contract';
import { Decimal, type ExemptExcess } from '@timbre/fiscal';
import { command, invalid, type Issue } from '@timbre/kit';
import { pathOf } from '../domain/issues/issue';
import { lineIssues } from '../domain/issues/line-issues';
import { totalsOfLines } from '../domain/manual-receipt';
import { editRow } from '../domain/states/evaluate-row';
import type { PayrollRow, StoredDetails } from '../store/payroll-rows';
import { detailsOf, linesOf } from '../store/row-lines';
import { applyEvaluation, changeRow, evaluateOne } from '../workflows/change-row';
import { incidentsOf, malformedIncidents } from '../workflows/incidents-of';
import { repeatedPayments } from '../workflows/repeated-payments';

/** Sets manual lines or the incidents of the period, or changes a manual row back to a calculated row. */
export const updatePayrollRow = command((tx, request: payroll.UpdatePayrollRowRequest) =>
  changeRow(tx, request.rowId, async (target) => {
    const { row } = target;
    if (request.lines) writeLines(row, request.lines);
    else row.source = 'calculated';
    if (request.incidents) writeIncidents(row, request.incidents);
    const evaluated = await evaluateOne(target);
    if (request.lines) refuse(exemptIssues(evaluated.receipt.exemptExcesses ?? []));
    applyEvaluation(target, evaluated, (receipt) => editRow(row, receipt));
    return repeatedPayments(target, evaluated);
  }),
);

function writeLines(row: PayrollRow, lines: payroll.ManualLines): void {
  const { earnings, deductions, otherPayments } = lines;
  row.source = 'manual';
  row.paidDays = lines.paidDays;
  row.earnings = earnings.map(({ taxableAmount, exemptAmount, overtime, shares, ...line }) => ({
    ...textsOf(line),
    taxableAmount: shown(taxableAmount),
    exemptAmount: shown(exemptAmount),
    ...(overtime.length > 0 && { overtime: overtime.map(overtimeOf) }),
    ...(shares && {
      shares: { marketValue: shown(shares.marketValue), grantPrice: shown(shares.grantPrice) },
    }),
  }));
  row.deductions = deductions.map(({ amount, ...line }) => ({
    ...textsOf(line),
    amount: shown(amount),
  }));
  row.otherPayments = otherPayments.map(
    ({ amount, employmentSubsidy, favorableBalance: balance, ...line }) => ({
      ...textsOf(line),
      amount: shown(amount),
      ...(employmentSubsidy === undefined ? {} : { employmentSubsidy: shown(employmentSubsidy) }),
      ...(balance && {
        favorableBalance: {
          amount: shown(balance.amount),
          year: balance.year,
          remainingAmount: shown(balance.remainingAmount),
        },
      }),
    }),
  );
  row.details = storedDetails(lines);
  refuse(malformedLines(row));
}

const overtimeOf = ({ days, hoursType, hours, amount }: payroll.EarningOvertime) => ({
  days,
  hoursType,
  hours: shown(hours),
  amount: shown(amount),
});

function storedDetails({
  incapacities,
  lastMonthlySalary: salary,
  employmentEndedOn,
  pensionDailyAmount: pension,
}: payroll.ManualLines): StoredDetails {
  return {
    incapacities: incapacities.map(({ type, days, amount }) => ({
      type,
      days: shown(days),
      ...(amount === undefined ? {} : { amount: shown(amount) }),
    })),
    ...(salary === undefined ? {} : { lastMonthlySalary: shown(salary) }),
    ...(employmentEndedOn === undefined ? {} : { employmentEndedOn }),
    ...(pension === undefined ? {} : { pensionDailyAmount: shown(pension) }),
  };
}

interface LineTexts {
  type: string;
  code: string;
  description?: string | undefined;
}

function textsOf({ type, code, description }: LineTexts) {
  return { type, code, ...(description === undefined ? {} : { description }) };
}

const shown = (amount: string): number => Decimal.from(amount).toNumber();

function malformedLines(row: PayrollRow): Issue[] {
  const lines = linesOf(row);
  const paidDays = Decimal.from(row.paidDays ?? '0');
  return lineIssues(lines, detailsOf(row.details), totalsOfLines(lines), paidDays, row.paidOn).map(
    (issue) => ({
      path: pathOf(issue),
      code: 'invalid_request',
      message: 'A payroll document cannot contain this line.',
    }),
  );
}

function exemptIssues(excesses: readonly ExemptExcess[]): Issue[] {
  return excesses.map(({ index, most, law }) => ({
    path: ['earnings', index, 'exemptAmount'],
    code: 'exempt_amount_exceeded',
    message: `At most ${most} is exempt (${law}); the rest is taxable.`,
  }));
}

function writeIncidents(row: PayrollRow, incidents: payroll.Incidents): void {
  refuse(malformedIncidents(incidentsOf(incidents), row));
  row.incidents = incidents;
}

function refuse(issues: Issue[]): void {
  if (issues.length) throw invalid(issues);
}
