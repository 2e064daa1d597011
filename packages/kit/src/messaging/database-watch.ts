import type { Pool } from 'pg';
import type { Logger } from '../telemetry/logger';
import { createOutage } from '../telemetry/outage';
import { pause } from './pause';

/**
 * Detects whether the database is unreachable, so that database failures do not count as failures
 * of an event.
 */
export interface DatabaseWatch {
  /**
   * Waits until the database is reachable.
   * @returns whether the database was unreachable; also false if `stop` ends the wait
   */
  wasAway(): Promise<boolean>;
  /** Whether the last check found the database unreachable. */
  isAway(): boolean;
  stop(): void;
}

export function watchDatabase(pool: Pool, logger: Logger, consumer: string): DatabaseWatch {
  const outage = createOutage(logger, `the database of consumer ${consumer}`);
  const stopping = new AbortController();
  let isAway = false;
  return {
    async wasAway() {
      for (let wasAway = false; !stopping.signal.aborted; wasAway = true) {
        try {
          await pool.query('select 1');
          outage.recovered();
          isAway = false;
          return wasAway;
        } catch (error) {
          outage.failed(error);
          isAway = true;
          await pause(outage.backoffMs(), stopping.signal);
        }
      }
      return false;
    },
    isAway: () => isAway,
    stop: () => stopping.abort(),
  };
}
