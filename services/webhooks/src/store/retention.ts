import type { Pool } from 'pg';

/** How long events, their deliveries and attempts are kept. */
export const eventDays = 30;

const batch = 1_000;

const oldEvents = `delete from events where ctid = any(array(
  select ctid from events where created_at < $1::timestamptz - interval '${eventDays} days'
  order by created_at limit ${batch}))`;

/** Deliveries to endpoints that are gone; those that wait come first in the index of the worker. */
const orphans = `delete from deliveries where ctid = any(array(
  select d.ctid from deliveries d where d.state = 'pending' and $1::timestamptz is not null
    and not exists (select 1 from webhooks w where w.org_id = d.org_id and w.id = d.webhook_id)
  limit ${batch}))`;

/** Beyond its schedule a delivery has failed, attempted or not. */
const expired = `update deliveries set state = 'failed' where ctid = any(array(
  select ctid from deliveries where state = 'pending' and expires_at <= $1 limit ${batch}))`;

/** Removes what is too old or leads nowhere, in small batches, as the system role. */
export async function forgetOld(systemPool: Pool, now: Date): Promise<void> {
  for (const sql of [oldEvents, orphans, expired]) {
    while ((await systemPool.query(sql, [now])).rowCount === batch);
  }
}
