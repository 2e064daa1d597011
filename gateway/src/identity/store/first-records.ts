import { permissions } from '@timbre/api';
import { byName } from '@timbre/kit';
import { Pool } from 'pg';

/** The data of an organization's first credential. */
export interface FirstCredential {
  id: string;
  digest: Buffer;
}

/**
 * Inserts an organization, and a credential with every permission. The function opens its own
 * database connection, because no gateway process may be running yet.
 */
export async function addOrganization(
  databaseUrl: string,
  { id, name }: { id: string; name: string },
  credential: FirstCredential | undefined,
): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    await pool.query('begin');
    await pool.query(`select set_config('app.org_id', $1, true)`, [id]);
    await pool.query(
      `insert into organizations (id, org_id, version, name, created_at, updated_at)
       values ($1, $1, 1, $2, now(), now())`,
      [id, name],
    );
    if (credential) await addFirstCredential(pool, id, credential);
    await pool.query('commit');
  } finally {
    await pool.end();
  }
}

async function addFirstCredential(
  pool: Pool,
  organizationId: string,
  { id, digest }: FirstCredential,
): Promise<void> {
  await pool.query(
    ...byName(
      `insert into credentials (id, org_id, version, name, permissions, digest, created_by, is_owner,
         budget_id, created_at, updated_at)
       values (:id, :organizationId, 1, 'Bootstrap', :held, :digest, 'operator', true, :id, now(), now())`,
      { id, organizationId, held: JSON.stringify(permissions), digest },
    ),
  );
}
