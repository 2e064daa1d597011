import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';

/** Stores when the PAC was last queried for requests to cancel an organization's received documents. */
export const CancellationPoll = defineEntity({
  name: 'CancellationPoll',
  tableName: 'cancellation_polls',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    dueAt: p.datetime(),
    /** The time at which the claim of the worker that queries the PAC expires. */
    claimedUntil: p.datetime(),
    /** The last time at which the PAC returned its list. */
    polledAt: p.datetime().nullable(),
  },
});

const claimMs = 60_000;
const everyMs = 30 * 60_000;
const againMs = 5 * 60_000;
/** The minimum time between two queries to the PAC, in milliseconds. */
const recentMs = 5_000;
/**
 * The maximum age of a list that may still be returned, in milliseconds. An older list could lack new
 * cancellation requests.
 */
const staleMs = 2 * 3_600_000;

const ms = (at: Date, difference: number): Date => new Date(at.getTime() + difference);

/**
 * Claims the next query to the PAC for a minute, so that only one query per organization runs at a time.
 * Returns whether the claim succeeded.
 * @param isAsked is true if a caller waits for the list; if it is false, the claim succeeds only if a query
 * is due
 */
export async function claimPoll(tx: Transaction, isAsked: boolean): Promise<boolean> {
  const rows = await tx.rows(
    `insert into cancellation_polls as p (org_id, due_at, claimed_until) values ($1, $2, $3)
     on conflict (org_id) do update set claimed_until = excluded.claimed_until
     where p.claimed_until <= $2 and (case when $4 then coalesce(p.polled_at <= $5, true)
       else p.due_at <= $2 end)
     returning 1`,
    [tx.organizationId, tx.now, ms(tx.now, claimMs), isAsked, ms(tx.now, -recentMs)],
  );
  return rows.length > 0;
}

/**
 * Ends the claim of a query to the PAC.
 * @param isRead is true if the PAC returned its list
 */
export async function settlePoll(tx: Transaction, isRead: boolean): Promise<void> {
  await tx.rows(
    `update cancellation_polls set claimed_until = $2, due_at = $3,
       polled_at = case when $4 then $2 else polled_at end where org_id = $1`,
    [tx.organizationId, tx.now, ms(tx.now, isRead ? everyMs : againMs), isRead],
  );
}

/** Returns whether the PAC returned its list within the last two hours. */
export async function isPolled(tx: Transaction): Promise<boolean> {
  const rows = await tx.rows(
    'select 1 from cancellation_polls where org_id = $1 and polled_at > $2',
    [tx.organizationId, ms(tx.now, -staleMs)],
  );
  return rows.length > 0;
}

/**
 * Selects organizations whose next query to the PAC is due. A trigger makes the first query due when the
 * fiscal profile is stored.
 */
export const organizationsToPoll = `select org_id, org_id as id from cancellation_polls
  where due_at <= $1 and claimed_until <= $1 order by due_at`;
