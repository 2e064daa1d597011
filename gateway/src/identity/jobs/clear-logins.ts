import { every, type JobParts, type Repeated } from '@timbre/kit';

const everyMs = 10 * 60_000;
const batch = 1_000;
const tables = ['connected_applications', 'oauth_records', 'login_codes', 'login_mails'];

/** Deletes what has expired, in small batches, as the system role. */
export function createClearing({ runtime, systemPool }: JobParts): Repeated {
  const pass = async (): Promise<void> => {
    for (const table of tables) {
      const sql = `delete from ${table} where ctid = any(array(
        select ctid from ${table} where expires_at < now() order by expires_at limit ${batch}))`;
      while ((await systemPool.query(sql)).rowCount === batch);
    }
  };
  return every(everyMs, pass, runtime.logger, 'clearing of expired logins');
}
