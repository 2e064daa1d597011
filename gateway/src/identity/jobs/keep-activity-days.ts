import { every, type Logger, type Repeated } from '@timbre/kit';
import type { Pool } from 'pg';

const everyMs = 3_600_000;

/**
 * Makes the days of the activity table a week ahead, and drops whole those that are older than the given
 * number of days; hours of the summary are kept for thirteen months. The first pass is at once.
 */
export function createActivityDays(pool: Pool, keptDays: number, logger: Logger): Repeated {
  const pass = async (): Promise<void> => {
    await pool.query('select keep_activity_days($1)', [keptDays]);
  };
  const repeated = every(everyMs, pass, logger, 'keeping the days of activity');
  repeated
    .pass()
    .catch((error: unknown) => logger.warn({ err: error }, 'no days of activity made'));
  return repeated;
}
