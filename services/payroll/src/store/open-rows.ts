import type { Transaction } from '@timbre/kit';
import type { PayrollRow } from './payroll-rows';

/** What a calculation must know of a row that is there already. */
export type OpenRow = Pick<
  PayrollRow,
  | 'id' | 'employeeId' | 'employeeName' | 'state' | 'omitted' | 'errorCode' | 'source' | 'incidents'
  | 'paidDays' | 'earnings' | 'deductions' | 'otherPayments'
>; // prettier-ignore

const select = `select id, employee_id as "employeeId", employee_name as "employeeName", state,
    omitted, error_code as "errorCode", source, incidents, paid_days::text as "paidDays",
    earnings, deductions, other_payments as "otherPayments"
  from payroll_rows
  where org_id = $1 and run_id = $2 and employee_id = any($3::uuid[]) and state <> 'canceled'`;

/** The rows of a run by their employee; a canceled one leaves room for another. */
export async function openRows(
  tx: Transaction,
  runId: string,
  employeeIds: readonly string[],
): Promise<Map<string, OpenRow>> {
  const rows = await tx.rows<OpenRow>(select, [tx.organizationId, runId, employeeIds]);
  return new Map(rows.map((row) => [row.employeeId, row]));
}
