import type { Transaction } from '@timbre/kit';
import type { PayrollRow } from './payroll-rows';

/** The fields of an existing row that a calculation needs. */
export type OpenRow = Pick<
  PayrollRow,
  | 'id' | 'employeeId' | 'employeeName' | 'state' | 'omitted' | 'errorCode' | 'source' | 'incidents'
  | 'paidDays' | 'earnings' | 'deductions' | 'otherPayments'
>; // prettier-ignore

/**
 * Looks up one row at a time: the planner's statistics of a run that is being written are outdated.
 */
const select = `select r.id, r.employee_id as "employeeId", r.employee_name as "employeeName", r.state,
    r.omitted, r.error_code as "errorCode", r.source, r.incidents, r.paid_days::text as "paidDays",
    r.earnings, r.deductions, r.other_payments as "otherPayments"
  from unnest($3::uuid[]) e (id) cross join lateral (select * from payroll_rows
    where org_id = $1 and run_id = $2 and employee_id = e.id and state <> 'canceled' limit 1) r`;

/** The rows of a run by employee, without canceled ones, which may be replaced. */
export async function openRows(
  tx: Transaction,
  runId: string,
  employeeIds: readonly string[],
): Promise<Map<string, OpenRow>> {
  const rows = await tx.rows<OpenRow>(select, [tx.organizationId, runId, employeeIds]);
  return new Map(rows.map((row) => [row.employeeId, row]));
}
