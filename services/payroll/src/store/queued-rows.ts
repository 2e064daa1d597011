import {
  idInArray,
  nilUuid,
  recordColumns,
  recordValues,
  unnested,
  type DefinedColumn,
  type RecordColumn,
  type Transaction,
} from '@timbre/kit';
import { PayrollRow, type StoredReceiptTotals } from './payroll-rows';
import { nameColumns, receiptColumns } from './row-values';

type Identity = 'id' | 'employeeId' | 'employeeName';
type Decided = (typeof decided)[number][0];
type Read = (typeof onlyRead)[number][0];

/** A ready row with the data for the decision whether it is queued. */
export type RowToQueue = Pick<PayrollRow, Decided | Identity | 'version' | 'omitted'> & {
  totals?: Pick<StoredReceiptTotals, 'net'> | null | undefined;
};

/** The columns of a row that a queueing batch reads; the lines are read only if they are manual. */
export type ReadyRow = RowToQueue &
  Pick<PayrollRow, Read> & { [Name in Lines]: PayrollRow[Name] | null };

type Lines = (typeof lines)[number][0];

/** The columns that queueing writes to a row. */
const decided = recordColumns(PayrollRow, [
  'state', 'salary', 'rejectionCode', 'errorCode', 'stampInput', 'receiverRfc',
  'receiverTaxSystem', 'documentRef', 'stampNumber', 'tries', 'leaseUntil', 'nextTryAt',
  'updatedAt',
]); // prettier-ignore

const onlyRead = recordColumns(PayrollRow, [
  'id', 'version', 'employeeId', 'employeeName', 'omitted', 'incidents', 'source', 'paidDays',
  'receiptDigest',
]); // prettier-ignore

const lines = recordColumns(PayrollRow, ['earnings', 'deductions', 'otherPayments', 'details']);

const selected = [
  ...[...decided, ...onlyRead].map(([property, , column]) => `${column} as "${property}"`),
  ...lines.map(([name, , column]) => `case source when 'manual' then ${column} end as "${name}"`),
  `jsonb_build_object('net', totals->'net') as totals`,
];

/**
 * Locks and returns the next ready rows of a run, after the given row. Rows that returned to state
 * ready after the stamp request are left out.
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

/** Makes rows that an earlier stamp request returned to ready available to a new stamp request. */
export async function takeUpGivenBack(tx: Transaction, runId: string): Promise<void> {
  await tx.rows(
    `update payroll_rows set error_code = null, rejection_code = null, version = version + 1
     where org_id = $1 and run_id = $2 and state = 'ready' and error_code is not null`,
    [tx.organizationId, runId],
  );
}

/**
 * Returns the SQL statement that updates all rows of a batch at once, with one parameter for each
 * column.
 */
function updateOf(columns: DefinedColumn[]) {
  const records: RecordColumn[] = [['id', 'uuid'], ...columns];
  const text = `update payroll_rows r set version = r.version + 1,
      ${columns.map(([property, , column]) => `${column} = x."${property}"`).join(', ')}
    from ${unnested(records, 2)} where r.org_id = $1 and r.id = x."id" and ${idInArray(2)}`;
  return { text, records };
}

const updates = {
  decided: updateOf(decided),
  whole: updateOf([...decided, ...nameColumns, ...receiptColumns]),
};

/**
 * Stores the queueing decision of each row. If `whole` is true, the evaluation and the employee's
 * name are stored too.
 */
export async function saveQueued(
  tx: Transaction,
  what: keyof typeof updates,
  rows: readonly RowToQueue[],
): Promise<void> {
  if (rows.length === 0) return;
  const { text, records } = updates[what];
  await tx.bulk(text, [tx.organizationId, ...recordValues(records, rows)]);
}
