import type { Transaction } from '@timbre/kit';
import type { PayrollRow } from './payroll-rows';
import { receiptColumns } from './row-values';

/** A row as queueing reads and writes it. */
export type RowToQueue = Pick<
  PayrollRow,
  | 'id' | 'version' | 'employeeId' | 'state' | 'omitted' | 'incidents' | 'receiverRfc'
  | 'receiverTaxSystem' | 'documentRef' | 'stampNumber' | Written
>; // prettier-ignore

type Written = (typeof written)[number][0];

/** Property, column and type of what queueing may change. */
const written = [
  ['state', 'state', 'text'],
  ...receiptColumns,
  ['salary', 'salary', 'jsonb'],
  ['rejectionCode', 'rejection_code', 'text'],
  ['errorCode', 'error_code', 'text'],
  ['stampInput', 'stamp_input', 'jsonb'],
  ['receiverRfc', 'receiver_rfc', 'text'],
  ['receiverTaxSystem', 'receiver_tax_system', 'text'],
  ['documentRef', 'document_ref', 'text'],
  ['stampNumber', 'stamp_number', 'int'],
  ['tries', 'tries', 'int'],
  ['leaseUntil', 'lease_until', 'timestamptz'],
  ['nextTryAt', 'next_try_at', 'timestamptz'],
  ['updatedAt', 'updated_at', 'timestamptz'],
] as const;

const onlyRead = [
  ['id', 'id'],
  ['version', 'version'],
  ['employeeId', 'employee_id'],
  ['omitted', 'omitted'],
  ['incidents', 'incidents'],
] as const;

const selected = [...onlyRead, ...written].map(
  ([property, column]) => `${column} as "${property}"`,
);

/** The next ready rows of a run after a row, locked. */
export function readyRows(
  tx: Transaction,
  runId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<RowToQueue[]> {
  return tx.rows<RowToQueue>(
    `select ${selected.join(', ')} from payroll_rows
     where org_id = $1 and run_id = $2 and state = 'ready' and ($3::uuid is null or id > $3)
     order by id limit $4 for update`,
    [tx.organizationId, runId, after ?? null, limit],
  );
}

/** One statement for all of them: the rows travel as one parameter. */
const update = `update payroll_rows r set version = r.version + 1,
    ${written.map(([property, column]) => `${column} = x."${property}"`).join(', ')}
  from json_to_recordset($2) as x("id" uuid,
    ${written.map(([property, , type]) => `"${property}" ${type}`).join(', ')})
  where r.org_id = $1 and r.id = x."id"`;

/** Writes what queueing decided. */
export async function saveQueued(tx: Transaction, rows: readonly RowToQueue[]): Promise<void> {
  if (rows.length > 0) await tx.rows(update, [tx.organizationId, JSON.stringify(rows)]);
}
