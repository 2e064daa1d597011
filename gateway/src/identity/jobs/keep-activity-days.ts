import { every, type JobParts, type Repeated } from '@timbre/kit';
import { keepActivityDays } from '../store/activity';

interface Parts extends JobParts {
  settings: { TIMBRE_ACTIVITY_DAYS: number };
}

const everyMs = 3_600_000;

/**
 * Creates a job that creates partitions of the activity table a week ahead and drops partitions
 * older than the given number of days. Hourly counts are kept for thirteen months. The first run of
 * the job starts immediately.
 */
export function createActivityDays({ runtime, systemPool, settings }: Parts): Repeated {
  const { logger } = runtime;
  const pass = () => keepActivityDays(systemPool, settings.TIMBRE_ACTIVITY_DAYS);
  const repeated = every(everyMs, pass, logger, 'keeping the days of activity');
  repeated
    .pass()
    .catch((error: unknown) => logger.warn({ err: error }, 'no days of activity made'));
  return repeated;
}
