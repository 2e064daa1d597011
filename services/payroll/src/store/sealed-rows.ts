import {
  idInArray,
  recordValues,
  unestimated,
  unnested,
  type Reader,
  type Transaction,
} from '@timbre/kit';
import type { SealingRequest, StampInput } from '../domain/ports';
import { abandonedMs } from '../domain/stamp-schedule';
import { moveRow } from '../domain/states/row-moves';

/** Selects the queued rows of a run that are sealed together: a range of identifiers, or the due rows. */
export type QueuedRows = { first: string; last: string } | 'due';

/** The maximum number of rows in one call. */
const batchMax = 250;
/** The maximum size of the rows in one call, in bytes. gRPC accepts messages of up to 4 MB. */
const bytesMax = 3_000_000;

const conditions = { due: 'next_try_at <= $3', range: 'tries = 0 and id between $3 and $4' };

/**
 * The stamp input of rows that were queued before the column `stamp_text` was added is in the older
 * column.
 */
const stampText = 'coalesce(stamp_text, stamp_input::text)';

const select = (condition: string) => `select q."rowId", q."stampNumber", q."documentRef", q.input
  from (select id::text as "rowId", stamp_number as "stampNumber", document_ref as "documentRef",
      ${stampText} as input, sum(octet_length(${stampText})) over (order by id) as bytes,
      row_number() over (order by id) as place
    from payroll_rows where org_id = :org and run_id = $2 and state = 'queued' and ${condition}
    order by id limit ${batchMax}) q
  where q.place = 1 or q.bytes <= ${bytesMax}`;

/** Returns the next queued rows with the data that sealing needs. */
export async function queuedRows(
  read: Reader,
  runId: string,
  which: QueuedRows,
): Promise<SealingRequest[]> {
  const rows =
    which === 'due'
      ? await read.rows<QueuedRow>(select(conditions.due), [runId, read.now])
      : await read.rows<QueuedRow>(select(conditions.range), [runId, which.first, which.last]);
  return rows.map(({ documentRef, input, ...row }) => ({
    ...row,
    documentRef: documentRef ?? undefined,
    input: JSON.parse(input) as StampInput,
  }));
}

interface QueuedRow {
  rowId: string;
  stampNumber: number;
  documentRef: string | null;
  input: string;
}

export type SealedRow = Pick<SealingRequest, 'rowId' | 'stampNumber'> & { documentRef: string };

const records = [
  ['rowId', 'uuid'],
  ['stampNumber', 'int'],
  ['documentRef', 'text'],
] as const;

const sealed = `update payroll_rows r set state = $3, document_ref = x."documentRef",
    updated_at = $2::timestamptz,
    next_try_at = case r.tries when 0 then $4::timestamptz else $2::timestamptz end, version = r.version + 1
  from ${unnested(records, 5)}
  where r.org_id = $1 and r.id = x."rowId" and r.stamp_number = x."stampNumber"
    and ${unestimated("r.state = 'queued'")} and ${idInArray(5)}`;

/** Marks rows as sealed. A row that was sent before is due at once. */
export async function saveSealed(tx: Transaction, rows: readonly SealedRow[]): Promise<void> {
  const lookedAfterAt = new Date(tx.now.getTime() + abandonedMs);
  const values = [moveRow('queued', 'sealed'), lookedAfterAt, ...recordValues(records, rows)];
  await tx.bulk(sealed, [tx.organizationId, tx.now, ...values]);
}
