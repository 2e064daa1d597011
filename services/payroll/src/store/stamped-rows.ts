import { recordValues, unnested, type Transaction } from '@timbre/kit';
import type { PayrollRow, StoredReceiptTotals } from './payroll-rows';
import type { PayrollRun } from './payroll-runs';

/** A row with the stamp of its document. */
export interface StampedRow {
  rowId: string;
  stampNumber: number;
  uuid: string;
  documentRef: string;
}

/** What the event of a settled row tells. */
export type SettledRow = Pick<
  PayrollRow,
  'id' | 'version' | 'runId' | 'employeeId' | 'state' | 'documentRef' | 'uuid' | 'paidOn'
> & { totals?: Pick<StoredReceiptTotals, 'net'> | null | undefined };

const records = [
  ['rowId', 'uuid'],
  ['stampNumber', 'int'],
  ['uuid', 'text'],
  ['documentRef', 'text'],
] as const;

/** Said once more of the array of identifiers, or a join may read every row of the organization. */
export const among = (parameter: number): string => `r.id = any($${parameter}::uuid[])`;

const stamped = `update payroll_rows r set state = $3, uuid = x.uuid, document_ref = x."documentRef",
    issues = '[]', rejection_code = null, stamp_input = null, lease_until = null,
    next_try_at = null, updated_at = $2::timestamptz, version = r.version + 1
  from ${unnested(records, 4)}
  where r.org_id = $1 and r.id = x."rowId" and r.stamp_number = x."stampNumber"
    and r.state = 'stamping' and r.error_code is null and r.cancellation is null and ${among(4)}
  returning r.id, r.version, r.run_id as "runId", r.employee_id as "employeeId", r.state,
    r.document_ref as "documentRef", r.uuid, r.paid_on::text as "paidOn",
    jsonb_build_object('net', r.totals->'net') as totals`;

/**
 * Writes stamps of rows that are merely waiting for them, and tells which these were: one that was
 * doubtful, or whose document is being canceled, is looked at by itself. Their run is locked.
 */
export function saveStamped(
  tx: Transaction,
  state: PayrollRow['state'],
  rows: readonly StampedRow[],
): Promise<SettledRow[]> {
  // In the order of their identifiers, as everybody who locks several.
  const ordered = rows.toSorted((a, b) => (a.rowId < b.rowId ? -1 : 1));
  const values = recordValues(records, ordered);
  return tx.rows<SettledRow>(stamped, [tx.organizationId, tx.now, state, ...values]);
}

/** How a run that is locked stands, read by the way; undefined when it is gone. */
export async function lockStanding(
  tx: Transaction,
  runId: string,
): Promise<Pick<PayrollRun, 'state' | 'queueing'> | undefined> {
  const [run] = await tx.rows<Pick<PayrollRun, 'state' | 'queueing'>>(
    'select state, queueing from payroll_runs where org_id = $1 and id = $2 for update',
    [tx.organizationId, runId],
  );
  return run;
}

/** Whether rows of a run are queued or with the provider. */
export async function hasBusyRows(tx: Transaction, runId: string): Promise<boolean> {
  const busy = await tx.rows(
    `select 1 from payroll_rows where org_id = $1 and run_id = $2
       and state in ('queued', 'stamping') limit 1`,
    [tx.organizationId, runId],
  );
  return busy.length > 0;
}
