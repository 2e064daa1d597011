import { permissions } from '@timbre/api';
import { newId } from '@timbre/kit';
import { Pool } from 'pg';
import { modeOf, secretDigest, writeApiKey } from './auth/api-key';

/**
 * Creates an organization with its first credential, which holds every permission. Operators need
 * it because the API itself requires a key. The caller prints both as JSON; the key is shown only
 * this once.
 */
export async function bootstrap(
  databaseUrl: string,
  environment: 'production' | 'sandbox',
  name: string,
): Promise<{ organizationId: string; apiKey: string }> {
  const organizationId = newId();
  const credentialId = newId();
  const key = writeApiKey(modeOf(environment), credentialId);
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    await pool.query('begin');
    await pool.query(`select set_config('app.org_id', $1, true)`, [organizationId]);
    await pool.query(
      `insert into organizations (id, org_id, version, name, created_at, updated_at)
       values ($1, $1, 1, $2, now(), now())`,
      [organizationId, name],
    );
    await pool.query(
      `insert into credentials (id, org_id, version, name, permissions, digest, created_by, is_owner,
         budget_id, created_at, updated_at)
       values ($1, $2, 1, $3, $4, $5, 'operator', true, $1, now(), now())`,
      [
        credentialId,
        organizationId,
        'Bootstrap',
        JSON.stringify(permissions),
        secretDigest(key.secret),
      ],
    );
    await pool.query('commit');
  } finally {
    await pool.end();
  }
  return { organizationId, apiKey: key.text };
}
