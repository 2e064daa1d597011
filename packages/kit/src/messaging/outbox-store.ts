import type { Pool, PoolClient } from 'pg';
import { prepared } from '../database/statement-name';
import { nilUuid } from '../database/identifier';
import type { Headers } from './envelope';
import type { ReceivedEvent } from './event';
import { inboxDays, outboxDays } from './tables';

/** An outbox row that this relay has locked. */
export interface ClaimedEvent extends ReceivedEvent {
  carrier: Headers;
  /** Whether another relay has locked an earlier, still unpublished event of the same aggregate. */
  isBlocked: boolean;
}

/** Locks up to `limit` unpublished rows that no other relay has locked, oldest first. */
export async function claimEvents(client: PoolClient, limit: number): Promise<ClaimedEvent[]> {
  const { rows } = await client.query<ClaimedEvent>(prepared(claimSql, [limit]));
  return rows;
}

/**
 * `isBlocked` is computed on the statement's snapshot, which is safe because in every snapshot a
 * row that another relay is still publishing counts as unpublished.
 */
const claimSql = `
  with claimed as materialized (
    select * from outbox where published_at is null
    order by id limit $1 for update skip locked
  )
  select id, org_id as "orgId", subject, aggregate, aggregate_id as "aggregateId",
    aggregate_version as "aggregateVersion", payload, carrier, created_at as "occurredAt",
    exists (
      select from outbox earlier
      where earlier.published_at is null and earlier.aggregate = claimed.aggregate
        and earlier.aggregate_id = claimed.aggregate_id and earlier.id < claimed.id
        and earlier.id not in (select id from claimed)
    ) as "isBlocked"
  from claimed order by id`;

export async function markPublished(client: PoolClient, ids: readonly string[]): Promise<void> {
  const mark = 'update outbox set published_at = clock_timestamp() where id = any($1::uuid[])';
  await client.query(prepared(mark, [ids]));
}

/** The events that are not yet published. */
export interface Backlog {
  /** The age of the oldest event; 0 if there are no events. */
  lagSeconds: number;
  /** The number of events, up to `countedMax`. */
  waiting: number;
}

/**
 * The maximum number of counted rows, because counting all rows would cost most when the outbox is
 * longest.
 */
const countedMax = 10_000;

export async function outboxBacklog(pool: Pool): Promise<Backlog> {
  const { rows } = await pool.query<{ lag: number | null; waiting: number }>(
    `select (select greatest(0, extract(epoch from clock_timestamp() - created_at))::float8
        from outbox where published_at is null order by id limit 1) as lag,
      (select count(*)::int from
        (select from outbox where published_at is null limit ${countedMax}) w) as waiting`,
  );
  return { lagSeconds: rows[0]?.lag ?? 0, waiting: rows[0]?.waiting ?? 0 };
}

/**
 * The number of rows that one statement deletes. Small batches mean few locks and few dead rows at
 * a time.
 */
const pruneBatch = 500;

/** Deletes published rows and processed message ids when their retention ends. */
export async function pruneTransport(pool: Pool): Promise<void> {
  await deleteInBatches(
    pool,
    `delete from outbox where id in (
      select id from outbox where published_at < now() - interval '${outboxDays} days'
      order by published_at limit ${pruneBatch} for update skip locked)`,
  );
  await deleteInBatches(
    pool,
    `delete from inbox where ctid in (
      select ctid from inbox where received_at < now() - interval '${inboxDays} days'
      order by received_at limit ${pruneBatch} for update skip locked)`,
  );
}

async function deleteInBatches(pool: Pool, sql: string): Promise<void> {
  let deleted: number;
  do {
    deleted = (await pool.query(sql)).rowCount ?? 0;
  } while (deleted === pruneBatch);
}

/**
 * Whether the outbox still contains a published event. The stream and the outbox keep events for
 * the same time, so the stream must then also contain an event.
 */
export async function hasPublished(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select from outbox where published_at is not null limit 1',
  );
  return rowCount === 1;
}

const republishBatch = 1_000;

/**
 * Marks all events that were published since `since` as unpublished, after NATS has lost them. The
 * relay then publishes them again in their original order. Consumers skip events that they have
 * already applied. The message ids are new, because NATS would drop ids that it remembers.
 * @returns the number of events
 */
export async function unpublishSince(pool: Pool, since: Date): Promise<number> {
  const { rows } = await pool.query<{ until: string }>('select clock_timestamp()::text as until');
  const until = rows[0]?.until;
  let total = 0;
  for (let after: unknown[] = [since, nilUuid]; ;) {
    const batch = await pool.query<{ published: string; id: string; count: number }>(unpublishSql, [
      ...after,
      until,
      republishBatch,
    ]);
    const last = batch.rows[0];
    if (!last) return total;
    total += last.count;
    after = [last.published, last.id];
  }
}

/** Timestamps are passed as text, because a JavaScript Date would drop the microseconds. */
const unpublishSql = `
  with batch as materialized (
    select id, published_at from outbox
    where published_at is not null and (published_at, id) > ($1::timestamptz, $2::uuid)
      and published_at <= $3::timestamptz
    order by published_at, id limit $4 for update
  ), undone as (
    update outbox set published_at = null,
      carrier = carrier || jsonb_build_object('republication', $3::text)
    from batch where outbox.id = batch.id
  )
  select published_at::text as published, id, (count(*) over ())::int as count
  from batch order by published_at desc, id desc limit 1`;
