import { decrypt, encrypt } from '@timbre/kit';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Pool } from 'pg';
import {
  consumeRecord,
  dropGrant,
  dropRecord,
  dropRecordsOfGrant,
  recordBy,
  recordOfClient,
  storeRecord,
  type SealedRecord,
} from '../store/oauth-records';
import { derivedKey, digestOf } from './secrets';

/** The number of days after which a registered client that was never used is deleted. */
const newClientDays = 1;

/**
 * Creates the store of the authorization server in PostgreSQL, which all gateways share. A person
 * who reads the table cannot obtain a code, token or session, because identifiers are stored as
 * digests and contents are encrypted.
 * @param usedTwice is the error for a code or refresh token that two requests use concurrently
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
    const open = (row: SealedRecord | undefined): AdapterPayload | undefined => {
      if (!row) return undefined;
      const opened = decrypt(sealing, row.payload, placeOf(row.digest)).toString();
      const payload = JSON.parse(opened) as AdapterPayload;
      const consumedMs = row.consumed_at && new Date(row.consumed_at).getTime();
      return { ...payload, ...(consumedMs && { consumed: Math.floor(consumedMs / 1_000) }) };
    };
    return {
      async upsert(id, payload, expiresIn) {
        const digest = digestOf(id);
        const { uid, grantId, accountId } = payload;
        const seconds = model === 'Client' ? newClientDays * 86_400 : expiresIn;
        await storeRecord(pool, {
          model,
          digest,
          uidDigest: typeof uid === 'string' ? digestOf(uid) : null,
          grantId: model === 'Grant' ? id : (grantId ?? null),
          userId: accountId ?? null,
          payload: encrypt(sealing, Buffer.from(JSON.stringify(payload)), placeOf(digest)),
          seconds,
        });
      },
      async find(id) {
        const digest = digestOf(id);
        if (model === 'Client') return open(await recordOfClient(pool, model, digest));
        return open(await recordBy(pool, model, 'digest', digest));
      },
      findByUid: async (uid) => open(await recordBy(pool, model, 'uid_digest', digestOf(uid))),
      // No record has a user code, because only the device grant uses such codes and this server
      // does not offer the device grant.
      findByUserCode: () => Promise.resolve(undefined),
      async consume(id) {
        if (!(await consumeRecord(pool, model, digestOf(id)))) throw usedTwice();
      },
      async destroy(id) {
        // Deleting the grant's application also deletes the grant's record and tokens.
        if (model === 'Grant') await dropGrant(pool, id);
        await dropRecord(pool, model, digestOf(id));
      },
      revokeByGrantId: (grantId) => dropRecordsOfGrant(pool, model, grantId),
    };
  };
}
