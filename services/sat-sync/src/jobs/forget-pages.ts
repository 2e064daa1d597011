import { every, type JobParts, type Repeated } from '@timbre/kit';
import type { Pool } from 'pg';

const everyMs = 3_600_000;
const keptMs = 7 * 24 * 3_600_000;

/** Deletes the pages that were kept for support after seven days. @returns how many */
export async function forgetPages(systemPool: Pool, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMs);
  const { rowCount } = await systemPool.query('delete from kept_pages where kept_at < $1', [
    before,
  ]);
  return rowCount ?? 0;
}

export const createPageRetention = ({ runtime, systemPool }: JobParts): Repeated => {
  const pass = async () => void (await forgetPages(systemPool, runtime.now()));
  return every(everyMs, pass, runtime.logger, 'job forget-pages');
};
