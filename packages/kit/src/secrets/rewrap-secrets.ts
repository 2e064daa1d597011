import type { Pool } from 'pg';
import type { SecretBox } from './sealed-secret';

const batchSize = 100;

interface WrappedRow {
  org_id: string;
  id: string;
  version: number;
  key_id: string;
  wrapped_key: Buffer;
}

/**
 * Rewraps every data key that is not wrapped with the active key, as the system role. The command
 * may run while the service runs, and again after a failure.
 * @returns the number of rewrapped keys
 */
export async function rewrapSecrets(pool: Pool, secrets: SecretBox): Promise<number> {
  let done = 0;
  for (;;) {
    const { rows } = await pool.query<WrappedRow>(
      `select org_id, id, version, key_id, wrapped_key from secrets where key_id <> $1
       order by org_id, id limit ${batchSize}`,
      [secrets.activeKeyId],
    );
    if (rows.length === 0) return done;
    for (const row of rows) done += await rewrapOne(pool, secrets, row);
  }
}

/**
 * Rewraps one key. The row is updated only if its key is unchanged, because the secret may have
 * been replaced in the meantime.
 */
async function rewrapOne(pool: Pool, secrets: SecretBox, row: WrappedRow): Promise<number> {
  const { org_id: organizationId, id: secretId, version, key_id: keyId } = row;
  const wrappedKey = row.wrapped_key;
  const wrapped = await secrets.rewrap({ organizationId, secretId, version, keyId, wrappedKey });
  const { rowCount } = await pool.query(
    `update secrets set key_id = $1, wrapped_key = $2
     where org_id = $3 and id = $4 and version = $5 and key_id = $6`,
    [wrapped.keyId, wrapped.wrappedKey, organizationId, secretId, version, keyId],
  );
  return rowCount ?? 0;
}
