import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';

/** A signing key, encrypted. */
export const OauthKey = defineEntity({
  name: 'OauthKey',
  tableName: 'oauth_keys',
  properties: {
    id: p.text().primary(),
    state: p.text().$type<'current' | 'next' | 'former'>(),
    sealed: p.blob().$type<Buffer>(),
    since: p.datetime(),
  },
});

export type OauthKey = InferEntity<typeof OauthKey>;

/** A signing key, encrypted. */
export type SealedKey = Pick<OauthKey, 'id' | 'sealed'>;

/**
 * The number of hours for which a former signing key is kept. The time is longer than a token is
 * valid, and longer than clients cache the published keys.
 */
const formerHours = 2;

/** Returns the keys that sign or verify, with the current key first. */
export async function usedKeys(pool: Pool): Promise<SealedKey[]> {
  const { rows } = await pool.query<SealedKey>(
    `select id, sealed from oauth_keys
     where state <> 'former' or since > now() - interval '${formerHours} hours'
     order by array_position(array['current', 'next', 'former'], state), since desc`,
  );
  return rows;
}

/** Runs a function that changes the keys in one transaction, under an exclusive lock. */
export async function withKeysLocked<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('oauth keys', 0))`);
    const worked = await work(client);
    await client.query('commit');
    return worked;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

export async function dropKeys(client: PoolClient): Promise<void> {
  await client.query('delete from oauth_keys');
}

/**
 * Makes the next key the current key.
 * @returns the key's identifier; undefined if there is no next key
 */
export async function useNextKey(client: PoolClient): Promise<string | undefined> {
  await client.query(
    `delete from oauth_keys where state = 'former' and since < now() - interval '${formerHours} hours'`,
  );
  await client.query(
    `update oauth_keys set state = 'former', since = now() where state = 'current'`,
  );
  const { rows } = await client.query<{ id: string }>(
    `update oauth_keys set state = 'current', since = now() where state = 'next' returning id`,
  );
  return rows[0]?.id;
}

export async function addKey(
  client: PoolClient,
  { id, sealed }: SealedKey,
  state: 'current' | 'next',
): Promise<void> {
  const sql = 'insert into oauth_keys (id, state, sealed, since) values ($1, $2, $3, now())';
  await client.query(sql, [id, state, sealed]);
}
