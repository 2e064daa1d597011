import { decrypt, encrypt } from '@timbre/kit';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import { derivedKey, digestOf } from './secrets';

interface Row {
  digest: Buffer;
  payload: Buffer;
  consumed_at: Date | string | null;
}

/** A client that was not used for this time is deleted; a client that was never used, sooner. */
const clientDays = 30;
const newClientDays = 1;

const upsert = `insert into oauth_records
    (model, digest, uid_digest, grant_id, user_id, payload, expires_at)
  values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
  on conflict (model, digest) do update set uid_digest = excluded.uid_digest,
    grant_id = excluded.grant_id, user_id = excluded.user_id, payload = excluded.payload,
    expires_at = excluded.expires_at`;

const found = `select digest, payload, consumed_at from oauth_records
  where model = $1 and (expires_at is null or expires_at > now())`;

/** A client in use stays; its row is written once a day at most. */
const findClient = `with used as (update oauth_records
    set expires_at = now() + interval '${clientDays} days'
    where model = $1 and digest = $2 and expires_at < now() + interval '${clientDays - 1} days')
  ${found} and digest = $2`;

/**
 * The store of the authorization server in PostgreSQL, which all gateways share. The table reveals
 * no code, token or session: identifiers are digests, and contents are sealed.
 * @param usedTwice the error for a code or refresh token that two requests use at once
 * @returns the factory that oidc-provider calls for each of its models
 */
export function createRecords(
  pool: Pool,
  contextKey: Buffer,
  usedTwice: () => Error,
): (model: string) => Adapter {
  const sealing = derivedKey(contextKey, 'oauth records');
  return (model) => {
    const placeOf = (digest: Buffer) => `${model} ${digest.toString('base64url')}`;
    const open = ([row]: Row[]): AdapterPayload | undefined => {
      if (!row) return undefined;
      const opened = decrypt(sealing, row.payload, placeOf(row.digest)).toString();
      const payload = JSON.parse(opened) as AdapterPayload;
      const consumedMs = row.consumed_at && new Date(row.consumed_at).getTime();
      return { ...payload, ...(consumedMs && { consumed: Math.floor(consumedMs / 1_000) }) };
    };
    const where = async (condition: string, value: Buffer): Promise<AdapterPayload | undefined> =>
      open((await pool.query<Row>(`${found} and ${condition}`, [model, value])).rows);
    return {
      async upsert(id, payload, expiresIn) {
        const digest = digestOf(id);
        const { uid, grantId, accountId } = payload;
        const seconds = model === 'Client' ? newClientDays * 86_400 : expiresIn;
        await pool.query(upsert, [
          model,
          digest,
          typeof uid === 'string' ? digestOf(uid) : null,
          model === 'Grant' ? id : (grantId ?? null),
          accountId ?? null,
          encrypt(sealing, Buffer.from(JSON.stringify(payload)), placeOf(digest)),
          seconds,
        ]);
      },
      async find(id) {
        const values = [model, digestOf(id)];
        if (model !== 'Client') return where('digest = $2', values[1] as Buffer);
        return open((await pool.query<Row>(findClient, values)).rows);
      },
      findByUid: (uid) => where('uid_digest = $2', digestOf(uid)),
      // Only the grant of devices has user codes, and it is not offered.
      findByUserCode: () => Promise.resolve(undefined),
      async consume(id) {
        const sql = `update oauth_records set consumed_at = now()
          where model = $1 and digest = $2 and consumed_at is null`;
        if ((await pool.query(sql, [model, digestOf(id)])).rowCount === 0) throw usedTwice();
      },
      async destroy(id) {
        // Its record ends with the application, and so do the tokens of the grant.
        if (model === 'Grant')
          await pool.query('delete from connected_applications where id = $1', [id]);
        const sql = 'delete from oauth_records where model = $1 and digest = $2';
        await pool.query(sql, [model, digestOf(id)]);
      },
      async revokeByGrantId(grantId) {
        const sql = 'delete from oauth_records where model = $1 and grant_id = $2';
        await pool.query(sql, [model, grantId]);
      },
    };
  };
}
