import { every, type JobParts, type Repeated } from '@timbre/kit';
import type { Pool } from 'pg';
import { dropPages } from '../store/kept-pages';

const everyMs = 3_600_000;
const keptMs = 7 * 24 * 3_600_000;

/**
 * Deletes pages that were stored for support more than seven days ago. @returns the number of deleted
 * pages
 */
export const forgetPages = (systemPool: Pool, now: Date): Promise<number> =>
  dropPages(systemPool, new Date(now.getTime() - keptMs));

export const createPageRetention = ({ runtime, systemPool }: JobParts): Repeated => {
  const pass = async () => void (await forgetPages(systemPool, runtime.now()));
  return every(everyMs, pass, runtime.logger, 'job forget-pages');
};
