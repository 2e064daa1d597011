import type { Logger } from './logger';

/** Logs the start and the end of an outage once each, however many attempts fail. */
export interface Outage {
  failed(error: unknown): void;
  recovered(): void;
  /**
   * Returns the time to wait before the next attempt, in milliseconds. The wait grows with every
   * failure.
   */
  backoffMs(): number;
}

const backoffMsMin = 100;
const backoffMsMax = 5_000;

/** `subject` is the beginning of the sentences "… is failing" and "… has recovered". */
export function createOutage(logger: Logger, subject: string): Outage {
  let failures = 0;
  return {
    failed(error) {
      if (failures === 0) logger.warn({ err: error }, `${subject} is failing; retrying`);
      failures += 1;
    },
    recovered() {
      if (failures > 0) logger.info({ failures }, `${subject} has recovered`);
      failures = 0;
    },
    backoffMs: () => Math.min(backoffMsMin * 2 ** Math.max(0, failures - 1), backoffMsMax),
  };
}
