import { fold, type Transaction } from '@timbre/kit';
import type { PayrollRow } from './payroll-rows';
import type { ReceiptValues } from './row-values';

/** A row as a calculation writes it. */
export type CalculatedRow = ReceiptValues &
  Pick<
    PayrollRow,
    | 'id' | 'runId' | 'employeeId' | 'employeeName' | 'state' | 'omitted' | 'kind'
    | 'periodStartedOn' | 'periodEndedOn' | 'paidOn'
  >; // prettier-ignore

const written = [
  'id', 'run_id', 'employee_id', 'employee_name', 'state', 'omitted', 'source', 'issues', 'kind',
  'period_started_on', 'period_ended_on', 'paid_on', 'paid_days', 'totals', 'earnings',
  'deductions', 'other_payments', 'explanation', 'details', 'subsidy_caused', 'exempt_aguinaldo',
  'exempt_vacation_premium', 'exempt_profit_sharing', 'last_receipt_salary_available',
  'search_text',
]; // prettier-ignore
const columns = written.join(', ');
const updated = written
  .filter((name) => name !== 'id')
  .map((name) => `${name} = excluded.${name}`)
  .join(', ');

/** One statement for all of them: 250 rows travel as one parameter. */
const upsert = `insert into payroll_rows as r (org_id, version, ${columns}, created_at, updated_at)
  select ?::uuid, 1, ${written.map((name) => `x.${name}`).join(', ')}, ?::timestamptz, ?::timestamptz
  from jsonb_populate_recordset(null::payroll_rows, ?::jsonb) x
  on conflict (org_id, id) do update set version = r.version + 1, ${updated}, error_code = null,
    updated_at = excluded.updated_at`;

/** Adds rows or replaces what a calculation says of them; documents stay as they are. */
export async function saveCalculated(tx: Transaction, rows: CalculatedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const records = rows.map((row) => recordOf({ ...row, searchText: fold(row.employeeName) }));
  const values = [tx.organizationId, tx.now, tx.now, JSON.stringify(records)];
  await tx.execute(upsert, values);
}

function recordOf(row: object): Record<string, unknown> {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [snake(name), value]));
}
