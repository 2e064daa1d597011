import { every, type JobParts, type Repeated } from '@timbre/kit';
import { dropExpired, expiringTables } from '../store/expired-logins';

const everyMs = 10 * 60_000;
const batch = 1_000;

/** Creates a job that deletes expired login rows in small batches, as the system role. */
export function createClearing({ runtime, systemPool }: JobParts): Repeated {
  const pass = async (): Promise<void> => {
    for (const table of expiringTables) {
      while ((await dropExpired(systemPool, table, batch)) === batch);
    }
  };
  return every(everyMs, pass, runtime.logger, 'clearing of expired logins');
}
