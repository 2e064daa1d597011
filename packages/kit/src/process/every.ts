import type { Logger } from './logger';

/** Work that is done again and again; `pass` is one turn of it. */
export interface Repeated {
  pass: () => Promise<void>;
  /** Ends it once the turn in hand is over. */
  stop: () => Promise<void>;
}

/**
 * Runs `pass` every so many milliseconds, never twice at once. A turn that fails is logged with
 * `complaint`, and the next one comes all the same.
 */
export function every(
  ms: number,
  pass: () => Promise<void>,
  logger: Logger,
  complaint: string,
): Repeated {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= pass()
      .catch((error: unknown) => logger.warn({ err: error }, complaint))
      .finally(() => (running = undefined));
  }, ms);
  const stop = async () => {
    clearInterval(timer);
    await running;
  };
  return { pass, stop };
}
