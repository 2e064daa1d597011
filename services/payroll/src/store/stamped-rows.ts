import { idInArray, recordValues, unnested, type Transaction } from '@timbre/kit';
import type { PayrollRow, StoredReceiptTotals } from './payroll-rows';

/** A row with the stamp of its document. */
export interface StampedRow {
  rowId: string;
  stampNumber: number;
  uuid: string;
  documentRef: string;
}

/** The values that the event of a settled row contains. */
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

const stamped = `update payroll_rows r set state = $3, uuid = x.uuid, document_ref = x."documentRef",
    issues = '[]', rejection_code = null, stamp_text = null, stamp_input = null, lease_until = null,
    next_try_at = null, updated_at = $2::timestamptz, version = r.version + 1
  from ${unnested(records, 4)}
  where r.org_id = $1 and r.id = x."rowId" and r.stamp_number = x."stampNumber"
    and r.state = 'stamping' and r.error_code is null and r.cancellation is null and ${idInArray(4)}
  returning r.id, r.version, r.run_id as "runId", r.employee_id as "employeeId", r.state,
    r.document_ref as "documentRef", r.uuid, r.paid_on::text as "paidOn",
    jsonb_build_object('net', r.totals->'net') as totals`;

/**
 * Stores the stamps of rows that are only waiting for their stamp, and returns these rows. Rows
 * with an unknown outcome, or with a cancellation, need `settleRows` instead. The caller must have
 * locked the run.
 */
export function saveStamped(
  tx: Transaction,
  state: PayrollRow['state'],
  rows: readonly StampedRow[],
): Promise<SettledRow[]> {
  // Rows are locked in the order of their identifiers, as in every other transaction.
  const ordered = rows.toSorted((a, b) => (a.rowId < b.rowId ? -1 : 1));
  const values = recordValues(records, ordered);
  return tx.rows<SettledRow>(stamped, [tx.organizationId, tx.now, state, ...values]);
}
