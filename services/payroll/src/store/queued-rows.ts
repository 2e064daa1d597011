import {
  idInArray,
  nilUuid,
  recordValues,
  unnested,
  type RecordColumn,
  type Transaction,
} from '@timbre/kit';
import type { PayrollRow, StoredReceiptTotals } from './payroll-rows';
import { nameColumns, receiptColumns } from './row-values';

type Identity = 'id' | 'employeeId' | 'employeeName';
type Decided = (typeof decided)[number][0];
type Read = (typeof onlyRead)[number][0];

/** A row that may be queued. */
export type RowToQueue = Pick<PayrollRow, Decided | Identity | 'version' | 'omitted'> & {
  totals?: Pick<StoredReceiptTotals, 'net'> | null | undefined;
};

/** A row as a batch reads it, with its lines only if they are manual. */
export type ReadyRow = RowToQueue &
  Pick<PayrollRow, Read> & { [Name in Lines]: PayrollRow[Name] | null };

type Lines = 'earnings' | 'deductions' | 'otherPayments';

/** Property, column and type of each value that queueing decides. */
const decided = [
  ['state', 'state', 'text'],
  ['salary', 'salary', 'jsonb'],
  ['rejectionCode', 'rejection_code', 'text'],
  ['errorCode', 'error_code', 'text'],
  ['stampInput', 'stamp_text', 'text'],
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
  ['employeeName', 'employee_name'],
  ['omitted', 'omitted'],
  ['incidents', 'incidents'],
  ['source', 'source'],
  ['paidDays', 'paid_days'],
  ['receiptDigest', 'receipt_digest'],
] as const;

const lines = [
  ['earnings', 'earnings'],
  ['deductions', 'deductions'],
  ['otherPayments', 'other_payments'],
] as const;

const selected = [
  ...[...decided, ...onlyRead].map(([property, column]) => `${column} as "${property}"`),
  ...lines.map(([name, column]) => `case source when 'manual' then ${column} end as "${name}"`),
  `jsonb_build_object('net', totals->'net') as totals`,
];

/**
 * Locks and returns the next ready rows of a run after a row. Skips rows that were returned to
 * ready since the stamp request.
 */
export function readyRows(
  tx: Transaction,
  runId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ReadyRow[]> {
  return tx.rows<ReadyRow>(
    `select ${selected.join(', ')} from payroll_rows
     where org_id = $1 and run_id = $2 and state = 'ready' and id > $3
       and error_code is null
     order by id limit $4 for update`,
    [tx.organizationId, runId, after ?? nilUuid, limit],
  );
}

/** Makes a new stamp request include the rows that an earlier one returned to ready. */
export async function takeUpGivenBack(tx: Transaction, runId: string): Promise<void> {
  await tx.rows(
    `update payroll_rows set error_code = null, rejection_code = null, version = version + 1
     where org_id = $1 and run_id = $2 and state = 'ready' and error_code is not null`,
    [tx.organizationId, runId],
  );
}

type Written = readonly (readonly [property: string, column: string, type: string])[];

/** One statement updates all rows; each column is one parameter. */
function updateOf(columns: Written) {
  const records: RecordColumn[] = [['id', 'uuid'], ...columns.map(typed)];
  const text = `update payroll_rows r set version = r.version + 1,
      ${columns.map(([property, column]) => `${column} = x."${property}"`).join(', ')}
    from ${unnested(records, 2)} where r.org_id = $1 and r.id = x."id" and ${idInArray(2)}`;
  return { text, records };
}

const typed = ([property, , type]: Written[number]): RecordColumn => [property, type];

const updates = {
  decided: updateOf(decided),
  whole: updateOf([...decided, ...nameColumns, ...receiptColumns]),
};

/** Writes the decisions of queueing; with `whole` also the evaluation and the employee's name. */
export async function saveQueued(
  tx: Transaction,
  what: keyof typeof updates,
  rows: readonly RowToQueue[],
): Promise<void> {
  if (rows.length === 0) return;
  const { text, records } = updates[what];
  await tx.bulk(text, [tx.organizationId, ...recordValues(records, rows)]);
}
