import { recordColumns, recordValues, unnested, type Transaction } from '@timbre/kit';
import type { PayrollPeriod } from '../domain/calculation/input';
import { PayrollRow } from './payroll-rows';
import { nameColumns, receiptColumns, type ReceiptValues } from './row-values';

/** The columns of a row that a calculation writes. */
export type CalculatedRow = ReceiptValues &
  Pick<PayrollRow, 'id' | 'employeeId' | 'employeeName' | 'searchText' | 'state' | 'omitted'>;

/** The columns whose values differ between the rows of a batch. */
const perRow = [
  ...recordColumns(PayrollRow, ['id', 'employeeId']),
  ...nameColumns,
  ...recordColumns(PayrollRow, ['state', 'omitted']),
  ...receiptColumns,
];

const perRun = ['run_id', 'kind', 'period_started_on', 'period_ended_on', 'paid_on'];
const columns = [...perRow.map(([, , column]) => column), ...perRun];
const replaced = columns.filter((column) => column !== 'id');

/**
 * The SQL statement that writes all rows of a batch at once, with one parameter for each column.
 */
const upsert = `insert into payroll_rows as r
    (org_id, version, created_at, updated_at, ${columns.join(', ')})
  select $1, 1, $2::timestamptz, $2::timestamptz,
    ${perRow.map(([property]) => `x."${property}"`).join(', ')}, q."runId", q.kind,
    q."periodStartedOn", q."periodEndedOn", q."paidOn"
  from ${unnested(perRow, 4)} cross join jsonb_to_record($3::jsonb) q ("runId" uuid, kind text,
    "periodStartedOn" date, "periodEndedOn" date, "paidOn" date)
  on conflict (org_id, id) do update set version = r.version + 1, error_code = null,
    rejection_code = null, updated_at = excluded.updated_at,
    ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`;

/**
 * Inserts rows into a run, or replaces their calculated values. The references to fiscal documents
 * in the rows stay unchanged.
 */
export async function saveCalculated(
  tx: Transaction,
  run: PayrollPeriod & { id: string },
  rows: readonly CalculatedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const { id, kind, periodStartedOn, periodEndedOn, paidOn } = run;
  const ofRun = JSON.stringify({ runId: id, kind, periodStartedOn, periodEndedOn, paidOn });
  const values = recordValues(perRow, rows);
  await tx.rows(upsert, [tx.organizationId, tx.now, ofRun, ...values]);
}
