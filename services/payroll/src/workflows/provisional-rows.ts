import { setImmediate } from 'node:timers/promises';
import { currentLaw } from '@timbre/fiscal';
import type { Reader } from '@timbre/kit';
import { employerOf } from '../domain/employer-record';
import { withRecurring } from '../domain/given-items';
import { hasOtherAmounts } from '../domain/provisional-receipt';
import type { RuleRead } from '../domain/rules/rule-book';
import { isFinalPayment } from '../domain/separation-row';
import { supersededRules } from '../store/cited-rules';
import { employeeFacts } from '../store/employee-facts';
import { Employee } from '../store/employees';
import { receiptsBeside } from '../store/other-receipts';
import { separationsBefore } from '../store/other-separations';
import { stampedRowsCiting, type StampedRow } from '../store/payroll-rows';
import { periodOfRun, type PayrollRun } from '../store/payroll-runs';
import { incidentsOf } from './incidents-of';

/**
 * Caches the comparison results of recently checked runs, because a client reads several pages of
 * the same list.
 */
const known = new Map<string, readonly string[]>();
const knownMax = 100;
/** The number of rows that are calculated without a pause, which takes about ten milliseconds. */
const rowsAtOnce = 50;

/**
 * Returns the stamped rows of a run whose amounts would differ with the figures that were published
 * since.
 */
export async function rowsWithOtherAmounts(
  read: Reader,
  run: PayrollRun,
): Promise<readonly string[]> {
  const superseded = await supersededRules(read, run.id);
  if (superseded.size === 0) return [];
  const rows = await stampedRowsCiting(read, run.id, [...superseded.keys()]);
  const name = `${currentLaw().digest} ${run.id} ${run.version} ${rows.length}`;
  const found = known.get(name) ?? (await calculatedAgain(read, run, rows, superseded));
  if (known.size >= knownMax) known.clear();
  known.set(name, found);
  return found;
}

async function calculatedAgain(
  read: Reader,
  run: PayrollRun,
  rows: readonly StampedRow[],
  superseded: ReadonlyMap<string, readonly RuleRead[]>,
): Promise<string[]> {
  const period = periodOfRun(run);
  const records = await read.find(
    Employee,
    rows.map(({ employeeId }) => employeeId),
  );
  const employees = new Map(records.map((record) => [record.id, record]));
  const others = await receiptsBeside(read, rows, period);
  const separated = rows.filter(({ incidents }) => isFinalPayment(incidents?.otherEarnings ?? []));
  const separations = await separationsBefore(read, separated, period.paidOn);
  const employer = employerOf(run.employer);
  const found: string[] = [];
  for (const [at, { id, employeeId, incidents, citedRules }] of rows.entries()) {
    const record = employees.get(employeeId);
    const input = record && {
      period,
      employee: employeeFacts(record, run.periodEndedOn, run.employer),
      employer,
      incidents: withRecurring(run.kind, incidentsOf(incidents ?? undefined), record),
      earlier: { ...others.get(employeeId)?.earlier, separations: separations.get(id) ?? [] },
    };
    if (!input || hasOtherAmounts(input, superseded.get(citedRules) ?? [])) found.push(id);
    // The loop yields to other requests, so that thousands of receipts do not block the event loop.
    if (at % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
  }
  return found;
}
