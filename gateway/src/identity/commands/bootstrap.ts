import { permissions } from '@timbre/api';
import { newId } from '@timbre/kit';
import { Pool } from 'pg';
import { modeOf, secretDigest, writeApiKey } from '../domain/api-key';

/**
 * Creates an organization with its first credential, which holds every permission. Operators need
 * it because the API itself requires a key. The caller prints both as JSON; the key is shown only
 * this once.
 * @param hasKey false where a member comes first, or an operator makes the key later
 */
export async function bootstrap(
  databaseUrl: string,
  environment: 'production' | 'sandbox',
  name: string,
  hasKey = true,
): Promise<{ organizationId: string; apiKey?: string }> {
  const organizationId = newId();
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    await pool.query('begin');
    await pool.query(`select set_config('app.org_id', $1, true)`, [organizationId]);
    await pool.query(
      `insert into organizations (id, org_id, version, name, created_at, updated_at)
       values ($1, $1, 1, $2, now(), now())`,
      [organizationId, name],
    );
    const apiKey = hasKey ? await addFirstKey(pool, environment, organizationId) : undefined;
    await pool.query('commit');
    return { organizationId, ...(apiKey !== undefined && { apiKey }) };
  } finally {
    await pool.end();
  }
}

async function addFirstKey(
  pool: Pool,
  environment: 'production' | 'sandbox',
  organizationId: string,
): Promise<string> {
  const credentialId = newId();
  const key = writeApiKey(modeOf(environment), credentialId);
  const held = JSON.stringify(permissions);
  await pool.query(
    `insert into credentials (id, org_id, version, name, permissions, digest, created_by, is_owner,
       budget_id, created_at, updated_at)
     values ($1, $2, 1, $3, $4, $5, 'operator', true, $1, now(), now())`,
    [credentialId, organizationId, 'Bootstrap', held, secretDigest(key.secret)],
  );
  return key.text;
}
