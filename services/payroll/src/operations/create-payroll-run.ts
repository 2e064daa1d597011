import type { payroll } from '@timbre/contract';
import {
  command,
  invalid,
  isIdentifier,
  notFound,
  replyWith,
  type Issue,
  type Transaction,
} from '@timbre/kit';
import { periodIssues, periodWarnings } from '../domain/period-issues';
import { moveRun } from '../domain/states/run-moves';
import { noTotals, PayrollRun, runDetail, runOfPeriod, runSearchText } from '../store/payroll-runs';
import { knownEmployees } from '../store/roster';
import {
  employerIn,
  employerWith,
  refuseWrongEmployer,
  type EmployerProviders,
} from '../workflows/employer';
import { periodOf } from '../workflows/period-of';

/**
 * Creates a run in state draft with its employees, period and payment date. The amounts are calculated
 * later, by calculatePayrollRun.
 * @throws Refusal not_found that lists every unknown employee, or another refusal
 */
export const createPayrollRun = command(
  async (tx, request: payroll.CreatePayrollRunRequest, { fiscal }: EmployerProviders) => {
    const period = periodOf(request.period);
    const rfc = await fiscal.employerRfc(tx.context);
    const unknown = await unknownOf(tx, request.employeeIds);
    if (unknown.length > 0) throw notFound('employee', unknown);
    const issues = periodIssues(period);
    if (issues.length) throw invalid(issues);
    refuseWrongEmployer(request.employer);
    const employerGiven = employerWith({ settings: {} }, request.employer);
    const employer = { ...employerWith(await employerIn(tx), employerGiven), rfc };
    const employeeIds = [...new Set(request.employeeIds.map(asStored))];
    const selected = employeeIds.length === 0 ? undefined : employeeIds;
    const isOrdinary = period.kind === 'ordinary';
    const other = isOrdinary ? await runOfPeriod(tx, period, selected) : undefined;
    const id = tx.add(PayrollRun, {
      ...period,
      employer,
      employerGiven,
      version: 1,
      state: moveRun('new', 'created'),
      name: request.name,
      employeeIds: selected ?? null,
      totals: noTotals,
      queueing: false,
      partitionsLeft: 0,
      progressDone: 0,
      progressTotal: 0,
      workedAt: tx.now,
      searchText: runSearchText(request.name),
      createdAt: tx.now,
      updatedAt: tx.now,
    });
    return replyWith(runDetail, id, periodWarnings(other));
  },
);

/** Converts an identifier to lower case, the form in which it is stored. */
const asStored = (id: string): string => id.toLowerCase();

async function unknownOf(tx: Transaction, ids: string[]): Promise<Issue[]> {
  if (ids.length === 0) return [];
  const known = new Set(await knownEmployees(tx, ids.filter(isIdentifier)));
  return ids.flatMap((employeeId, index) =>
    known.has(asStored(employeeId)) ? [] : [unknownEmployee(index)],
  );
}

function unknownEmployee(index: number): Issue {
  const message = 'No employee with this identifier exists in your organization.';
  return { path: ['employeeIds', index], code: 'employee_not_found', message };
}
