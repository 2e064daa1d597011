import type { Pool } from 'pg';
import type { SealedSecret, SecretBox } from './sealed-secret';

/** A stored secret without its ciphertext. */
export type WrappedSecret = Omit<SealedSecret, 'ciphertext'>;

/** The stored secrets of a service, as the rewrap command accesses them. */
export interface WrappedSecrets {
  /**
   * Returns some secrets whose data key is wrapped with another key; an empty list if there are
   * none.
   */
  withOtherKey(pool: Pool, activeKeyId: string): Promise<WrappedSecret[]>;
  /**
   * Stores a rewrapped data key only if the stored key is still the one that was read, because the
   * secret may have been replaced in the meantime.
   * @returns the number of changed secrets
   */
  storeKey(pool: Pool, read: WrappedSecret, wrapped: WrappedKey): Promise<number>;
}

type WrappedKey = Pick<WrappedSecret, 'keyId' | 'wrappedKey'>;

/**
 * Rewraps every data key that is not wrapped with the active key, as the system role. The command
 * may run while the service runs, and can be repeated after a failure.
 * @returns the number of rewrapped data keys
 */
export async function rewrapSecrets(
  pool: Pool,
  secrets: SecretBox,
  stored: WrappedSecrets,
): Promise<number> {
  let done = 0;
  for (;;) {
    const found = await stored.withOtherKey(pool, secrets.activeKeyId);
    if (found.length === 0) return done;
    for (const secret of found) {
      done += await stored.storeKey(pool, secret, await secrets.rewrap(secret));
    }
  }
}

const batchSize = 100;

/** The organizations' secrets in a service's table `secrets`. */
export const secretsOfOrganizations: WrappedSecrets = {
  async withOtherKey(pool, activeKeyId) {
    const { rows } = await pool.query<WrappedSecret>(
      `select org_id as "organizationId", id as "secretId", version, key_id as "keyId",
         wrapped_key as "wrappedKey" from secrets where key_id <> $1
       order by org_id, id limit ${batchSize}`,
      [activeKeyId],
    );
    return rows;
  },
  async storeKey(pool, { organizationId, secretId, version, keyId }, wrapped) {
    const { rowCount } = await pool.query(
      `update secrets set key_id = $1, wrapped_key = $2
       where org_id = $3 and id = $4 and version = $5 and key_id = $6`,
      [wrapped.keyId, wrapped.wrappedKey, organizationId, secretId, version, keyId],
    );
    return rowCount ?? 0;
  },
};
