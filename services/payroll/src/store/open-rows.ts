import { pickColumns, type RowOf, type Transaction } from '@timbre/kit';
import { PayrollRow } from './payroll-rows';

const columns = pickColumns(
  PayrollRow,
  [
    'id', 'employeeId', 'employeeName', 'state', 'omitted', 'errorCode', 'source', 'incidents',
    'paidDays', 'earnings', 'deductions', 'otherPayments', 'details',
  ], // prettier-ignore
  'r',
);

/** The columns of an existing row that a calculation needs. */
export type OpenRow = RowOf<typeof columns>;

/**
 * The query looks up one payroll row at a time, because the planner has outdated statistics for a
 * run that is being written.
 */
const select = `select ${columns} from unnest($3::uuid[]) e (id) cross join lateral (select * from payroll_rows
    where org_id = $1 and run_id = $2 and employee_id = e.id and state <> 'canceled' limit 1) r`;

/**
 * Reads the rows of a run, keyed by employee. Canceled rows are left out, because another row may replace
 * them.
 */
export async function openRows(
  tx: Transaction,
  runId: string,
  employeeIds: readonly string[],
): Promise<Map<string, OpenRow>> {
  const rows = await tx.rows<OpenRow>(select, [tx.organizationId, runId, employeeIds]);
  return new Map(rows.map((row) => [row.employeeId, row]));
}
