import type { Pool } from 'pg';

/** The login tables whose rows expire. */
export const expiringTables = [
  'connected_applications',
  'oauth_records',
  'login_codes',
  'login_mails',
  // Only unconfirmed second factors expire.
  'second_factors',
] as const;

/**
 * Deletes expired rows, oldest first.
 * @returns their number
 */
export async function dropExpired(
  systemPool: Pool,
  table: (typeof expiringTables)[number],
  max: number,
): Promise<number | null> {
  const { rowCount } = await systemPool.query(
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where expires_at < now() order by expires_at limit $1))`,
    [max],
  );
  return rowCount;
}
