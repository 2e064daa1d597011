import type { Database } from '../database/database';
import { newId } from '../database/identifier';
import type { Runtime } from '../operation/runtime';

/** Returns the dependencies of operations, with the real clock and real identifiers. */
export function runtimeOf<Providers>(
  parts: Pick<
    Runtime<Providers>,
    'environment' | 'providers' | 'constraints' | 'eventsLeft' | 'logger'
  > & {
    database: Database;
  },
): Runtime<Providers> {
  const { database, ...rest } = parts;
  const { orm, pool, statements } = database;
  return { orm, pool, statements, now: () => new Date(), newId, ...rest };
}
