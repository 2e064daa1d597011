import type { Pool } from 'pg';
import { validate as isUuid } from 'uuid';
import { onlyRow } from '../database/records';
import type { Headers } from './envelope';

/**
 * `max_deliveries` means that every delivery attempt failed. `terminated` means that the consumer
 * gave up immediately, because no retry could succeed.
 */
export type DeadLetterReason = 'max_deliveries' | 'terminated';

export interface DeadLetter {
  consumer: string;
  stream: string;
  sequence: number;
  reason: DeadLetterReason;
  /**
   * The last error of the event; only set if the process in which the event failed records the row.
   */
  detail?: string;
  deliveries: number;
  failedAt: Date;
  /** The event; undefined if the stream has deleted it. */
  message?: { subject: string; headers: Headers; payload: Uint8Array };
}

/**
 * Stores a dead letter: one row per consumer and event, although both the failed process and the
 * NATS advisory record it, in any order. If a republished event fails again, the row is reopened. Such
 * a failure is recognized by the republished message, which has a later sequence number in the stream.
 */
export async function recordDeadLetter(pool: Pool, letter: DeadLetter): Promise<void> {
  const { message } = letter;
  const orgId = message?.headers['timbre-org-id'];
  await pool.query(recordSql, [
    letter.consumer,
    letter.stream,
    letter.sequence,
    message?.headers['ce-id'] || `${letter.stream}:${letter.sequence}`,
    isUuid(orgId) ? orgId : null,
    message?.subject ?? null,
    JSON.stringify(message?.headers ?? {}),
    message ? Buffer.from(message.payload) : null,
    letter.reason,
    letter.detail ?? null,
    letter.deliveries,
    letter.failedAt,
  ]);
}

const recordSql = `
  insert into dead_letters (consumer, stream, stream_sequence, message_id, org_id, subject, headers,
    payload, reason, detail, deliveries, failed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  on conflict (consumer, message_id) do update set
    stream_sequence = excluded.stream_sequence,
    reason = excluded.reason,
    detail = coalesce(excluded.detail, dead_letters.detail),
    deliveries = excluded.deliveries,
    failed_at = excluded.failed_at,
    replayed_at = case when dead_letters.replayed_at >= excluded.failed_at
        and dead_letters.stream_sequence >= excluded.stream_sequence
      then dead_letters.replayed_at end`;

/** A dead letter whose event can be applied again. */
export interface StoredDeadLetter {
  id: string;
  consumer: string;
  stream: string;
  /** The stream's sequence number of the failed message. */
  sequence: string;
  subject: string;
  headers: Headers;
  payload: Buffer;
}

/** Returns the dead letters with these ids, or without ids all open dead letters, oldest first. */
export async function findOpenDeadLetters(
  pool: Pool,
  ids: readonly string[],
): Promise<StoredDeadLetter[]> {
  const chosen = ids.length > 0 ? 'id = any($1::uuid[])' : 'replayed_at is null and $1 = $1';
  const { rows } = await pool.query<StoredDeadLetter>(
    `select id, consumer, stream, stream_sequence as sequence, subject, headers, payload from dead_letters
      where ${chosen} and subject is not null and payload is not null order by failed_at, id`,
    [ids],
  );
  return rows;
}

/** Returns the number of open dead letters. */
export async function countDeadLetters(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from dead_letters where replayed_at is null',
  );
  return onlyRow(rows).count;
}

/** Marks a dead letter as replayed, except if a republished message of its event has failed meanwhile. */
export async function markReplayed(
  pool: Pool,
  { id, sequence }: Pick<StoredDeadLetter, 'id' | 'sequence'>,
): Promise<void> {
  await pool.query(
    `update dead_letters set replayed_at = clock_timestamp() where id = $1 and stream_sequence = $2`,
    [id, sequence],
  );
}

/** Opens a dead letter whose replay failed, with the error of the replay. */
export async function reopenDeadLetter(
  pool: Pool,
  { id }: Pick<StoredDeadLetter, 'id'>,
  detail: string,
): Promise<void> {
  await pool.query('update dead_letters set replayed_at = null, detail = $2 where id = $1', [
    id,
    detail,
  ]);
}
