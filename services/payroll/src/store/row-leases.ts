import type { Transaction } from '@timbre/kit';
import { inHandPerOrganization, leaseMs, placesBeside } from '../domain/stamp-schedule';

/** A sealed row that this worker sends. */
export interface RowToSend {
  rowId: string;
  documentRef: string;
  stampNumber: number;
}

/** Which rows: those that nobody tried yet are a run's own worker's, those that are due the
 * reconciler's. */
export type Turn = 'first' | 'due';

/** One claim of an organization at a time, so that its bound is kept. */
const claiming = 740_215;

const conditions = { first: 'tries = 0', due: 'next_try_at <= $3' };

/** What a worker has got. */
export interface Claimed {
  rows: RowToSend[];
  /** How many rows it may have at the stamper, until it claims again. */
  places: number;
  /** Whether there was no room for its organization to have more rows in hand. */
  isFull: boolean;
}

/**
 * Takes sealed rows of a run for this worker, as many as the organization may still have in hand.
 * @param inHand how many this worker has, whose answers are not settled
 */
export async function claimToSend(
  tx: Transaction,
  runId: string,
  turn: Turn,
  inHand: number,
): Promise<Claimed> {
  const others = Math.max(0, (await taken(tx)) - inHand);
  const places = placesBeside(others);
  const free = inHandPerOrganization - others - inHand;
  // Who has no place takes no row: rows in hand are what leaves others without one.
  if (free <= 0 || places === 0) return { rows: [], places, isFull: true };
  const rows = await tx.rows<RowToSend>(
    // Materialized, or a join might look for free rows again for each one that it takes.
    `with c as materialized (select id from payroll_rows
       where org_id = $1 and run_id = $2 and state = 'stamping' and ${conditions[turn]}
         and (lease_until is null or lease_until < $3)
       order by id limit $5 for update skip locked)
     update payroll_rows r set lease_until = $4, version = r.version + 1
     from c where r.org_id = $1 and r.id = c.id
     returning r.id::text as "rowId", r.document_ref as "documentRef",
       r.stamp_number as "stampNumber"`,
    [tx.organizationId, runId, tx.now, leaseEnd(tx), free],
  );
  return { rows, places, isFull: false };
}

/** Gives rows back that were not sent, to whoever has the next turn. */
export async function handBack(tx: Transaction, rows: readonly RowToSend[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.rows(
    `update payroll_rows set lease_until = null, version = version + 1
     where org_id = $1 and id = any($2::uuid[]) and state = 'stamping'`,
    [tx.organizationId, rows.map(({ rowId }) => rowId)],
  );
}

/** How many rows of the organization workers have in hand. */
async function taken(tx: Transaction): Promise<number> {
  await tx.rows('select pg_advisory_xact_lock($1, hashtext($2))', [claiming, tx.organizationId]);
  const [found] = await tx.rows<{ count: number }>(
    'select count(*)::int as count from payroll_rows where org_id = $1 and lease_until >= $2',
    [tx.organizationId, tx.now],
  );
  return found!.count;
}

const leaseEnd = (tx: Transaction): Date => new Date(tx.now.getTime() + leaseMs);
