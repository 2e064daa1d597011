import { defineEntity, p } from '@mikro-orm/postgresql';
import { byName } from '@timbre/kit';
import type { Pool } from 'pg';

/** A record of the OAuth provider, whose identifier is a digest and whose content is encrypted. */
export const OauthRecord = defineEntity({
  name: 'OauthRecord',
  tableName: 'oauth_records',
  properties: {
    model: p.text().primary(),
    digest: p.blob().primary(),
    uidDigest: p.blob().nullable(),
    grantId: p.text().nullable(),
    userId: p.uuid().nullable(),
    payload: p.blob(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    consumedAt: p.datetime().nullable(),
  },
});

/** A record as the database stores it: the identifier is a digest, and the content is encrypted. */
export interface SealedRecord {
  digest: Buffer;
  payload: Buffer;
  consumed_at: Date | string | null;
}

/** The data of a record to be stored. */
export interface NewRecord extends Pick<SealedRecord, 'digest' | 'payload'> {
  model: string;
  uidDigest: Buffer | null;
  grantId: string | null;
  userId: string | null;
  /** The number of seconds until the record expires; undefined for a record that never expires. */
  seconds: number | undefined;
}

/**
 * The number of days without use after which a registered client is deleted. A client that was
 * never used is deleted earlier.
 */
const clientDays = 30;

/** Inserts a record, or updates its state. */
export async function storeRecord(
  pool: Pool,
  { model, digest, uidDigest, grantId, userId, payload, seconds }: NewRecord,
): Promise<void> {
  await pool.query(
    ...byName(
      `insert into oauth_records (model, digest, uid_digest, grant_id, user_id, payload, expires_at)
       values (:model, :digest, :uidDigest, :grantId, :userId, :payload,
         now() + make_interval(secs => :seconds))
       on conflict (model, digest) do update set uid_digest = excluded.uid_digest,
         grant_id = excluded.grant_id, user_id = excluded.user_id, payload = excluded.payload,
         expires_at = excluded.expires_at`,
      { model, digest, uidDigest, grantId, userId, payload, seconds },
    ),
  );
}

const found = `select digest, payload, consumed_at from oauth_records
  where model = $1 and (expires_at is null or expires_at > now())`;

export async function recordBy(
  pool: Pool,
  model: string,
  column: 'digest' | 'uid_digest',
  digest: Buffer,
): Promise<SealedRecord | undefined> {
  const { rows } = await pool.query<SealedRecord>(`${found} and ${column} = $2`, [model, digest]);
  return rows[0];
}

/**
 * Returns a client's record and records that the client was used, so that the client is not
 * deleted. The use is recorded at most once a day.
 */
export async function recordOfClient(
  pool: Pool,
  model: string,
  digest: Buffer,
): Promise<SealedRecord | undefined> {
  const { rows } = await pool.query<SealedRecord>(
    `with used as (update oauth_records
       set expires_at = now() + interval '${clientDays} days'
       where model = $1 and digest = $2 and expires_at < now() + interval '${clientDays - 1} days')
     ${found} and digest = $2`,
    [model, digest],
  );
  return rows[0];
}

/**
 * @returns whether this call has consumed the record. If several calls run concurrently, only one
 * call returns true
 */
export async function consumeRecord(pool: Pool, model: string, digest: Buffer): Promise<boolean> {
  const sql = `update oauth_records set consumed_at = now()
    where model = $1 and digest = $2 and consumed_at is null`;
  return (await pool.query(sql, [model, digest])).rowCount !== 0;
}

export async function dropRecord(pool: Pool, model: string, digest: Buffer): Promise<void> {
  const sql = 'delete from oauth_records where model = $1 and digest = $2';
  await pool.query(sql, [model, digest]);
}

export async function dropRecordsOfGrant(
  pool: Pool,
  model: string,
  grantId: string,
): Promise<void> {
  const sql = 'delete from oauth_records where model = $1 and grant_id = $2';
  await pool.query(sql, [model, grantId]);
}

/** Removes the application of a grant. A database trigger deletes the grant's records. */
export async function dropGrant(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from connected_applications where id = $1', [id]);
}
