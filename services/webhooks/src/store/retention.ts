import type { Pool } from 'pg';

/** The number of days for which events, deliveries and attempts are stored. */
export const eventDays = 30;

const batch = 1_000;

const oldEvents = `delete from events where ctid = any(array(
  select ctid from events where created_at < $1::timestamptz - interval '${eventDays} days'
  order by created_at limit ${batch}))`;

/**
 * SQL that deletes deliveries to endpoints that were deleted. Pending deliveries are deleted first,
 * because the worker claims deliveries from the index of pending deliveries.
 */
const orphans = `delete from deliveries where ctid = any(array(
  select d.ctid from deliveries d where d.state = 'pending' and $1::timestamptz is not null
    and not exists (select 1 from webhooks w where w.org_id = d.org_id and w.id = d.webhook_id)
  limit ${batch}))`;

/**
 * SQL that marks expired pending deliveries as failed, even if no attempt was made.
 */
const expired = `update deliveries set state = 'failed' where ctid = any(array(
  select ctid from deliveries where state = 'pending' and expires_at <= $1 limit ${batch}))`;

/** Deletes old events and the deliveries of deleted endpoints in small batches, as the system role. */
export async function forgetOld(systemPool: Pool, now: Date): Promise<void> {
  for (const sql of [oldEvents, orphans, expired]) {
    while ((await systemPool.query(sql, [now])).rowCount === batch);
  }
}
