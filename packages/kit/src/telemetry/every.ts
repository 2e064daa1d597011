import type { Logger } from './logger';
import { createOutage } from './outage';

/** Work that is done again and again; `pass` is one turn of it. */
export interface Repeated {
  pass: () => Promise<void>;
  /** Ends it once the turn in hand is over. */
  stop: () => Promise<void>;
}

/**
 * Runs `pass` every so many milliseconds, never twice at once. After a turn that failed the next one
 * comes all the same; the log hears of the first of them and of the recovery. `subject` completes
 * "… is failing".
 */
export function every(
  ms: number,
  pass: () => Promise<void>,
  logger: Logger,
  subject: string,
): Repeated {
  const outage = createOutage(logger, subject);
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= pass()
      .then(outage.recovered, outage.failed)
      .finally(() => (running = undefined));
  }, ms);
  const stop = async () => {
    clearInterval(timer);
    await running;
  };
  return { pass, stop };
}
