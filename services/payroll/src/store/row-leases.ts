import { onlyRow, type Transaction } from '@timbre/kit';
import { leasedPerOrganization, leaseMs, inFlightLimitBeside } from '../domain/stamp-schedule';

/** A sealed row that this worker sends to fiscal-cfdi. */
export interface RowToSend {
  rowId: string;
  documentRef: string;
  stampNumber: number;
}

/**
 * The kind of rows that a worker claims. Rows of kind `first` were never sent and are claimed by
 * the worker of the run. Rows of kind `due` are claimed by the reconciler.
 */
export type ClaimKind = 'first' | 'due';

/**
 * The class of the advisory lock under which rows are claimed. Only one worker of an organization claims
 * rows at a time, so that the limit of the organization is not exceeded.
 */
const claiming = 740_215;

const conditions = { first: 'tries = 0', due: 'next_try_at <= $3' };

/** The rows that a worker has claimed, with the limits for the worker. */
export interface Claimed {
  rows: RowToSend[];
  /**
   * The number of requests to the PAC that this worker may send concurrently until its next claim.
   */
  inFlightLimit: number;
  /** Whether the organization has reached its limit of leased rows. */
  isFull: boolean;
}

/**
 * Leases sealed rows of a run to this worker, within the limit of the organization.
 * @param inHand the number of rows that this worker has leased and whose outcomes are not stored yet
 */
export async function claimToSend(
  tx: Transaction,
  runId: string,
  kind: ClaimKind,
  inHand: number,
): Promise<Claimed> {
  const others = Math.max(0, (await countLeased(tx)) - inHand);
  const inFlightLimit = inFlightLimitBeside(others);
  const free = leasedPerOrganization - others - inHand;
  // A worker without a free slot claims no rows, because its leased rows would block other workers.
  if (free <= 0 || inFlightLimit === 0) return { rows: [], inFlightLimit, isFull: true };
  const rows = await tx.rows<RowToSend>(
    // The selection is materialized. Otherwise, PostgreSQL might repeat the selection for each updated
    // row.
    `with c as materialized (select id from payroll_rows
       where org_id = $1 and run_id = $2 and state = 'stamping' and ${conditions[kind]}
         and (lease_until is null or lease_until < $3)
       order by id limit $5 for update skip locked)
     update payroll_rows r set lease_until = $4, version = r.version + 1
     from c where r.org_id = $1 and r.id = c.id
     returning r.id::text as "rowId", r.document_ref as "documentRef",
       r.stamp_number as "stampNumber"`,
    [tx.organizationId, runId, tx.now, leaseEnd(tx), free],
  );
  return { rows, inFlightLimit, isFull: false };
}

/** Releases the leases of rows that were not sent, so that the worker of the next turn can claim them. */
export async function releaseLeases(tx: Transaction, rows: readonly RowToSend[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.rows(
    `update payroll_rows set lease_until = null, version = version + 1
     where org_id = $1 and id = any($2::uuid[]) and state = 'stamping'`,
    [tx.organizationId, rows.map(({ rowId }) => rowId)],
  );
}

/** Takes the claim lock of the organization and counts its leased rows. */
async function countLeased(tx: Transaction): Promise<number> {
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [claiming, tx.organizationId]);
  const found = onlyRow(
    await tx.rows<{ count: number }>(
      'select count(*)::int as count from payroll_rows where org_id = $1 and lease_until >= $2',
      [tx.organizationId, tx.now],
    ),
  );
  return found.count;
}

const leaseEnd = (tx: Transaction): Date => new Date(tx.now.getTime() + leaseMs);
