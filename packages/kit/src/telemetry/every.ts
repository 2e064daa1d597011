import type { Logger } from './logger';
import { createOutage } from './outage';

/** Work that is repeated periodically. The function `pass` runs the work once. */
export interface Repeated {
  /** The name of the work in log sentences such as "… is failing". */
  subject: string;
  pass: () => Promise<void>;
  /** Stops the repetition and waits for the pass in progress. */
  stop: () => Promise<void>;
}

/**
 * Runs `pass` every `ms` milliseconds, but never twice concurrently. A failed pass does not prevent
 * the next pass. The first failure of an outage and the recovery are logged. `subject` is the
 * beginning of the sentence "… is failing".
 * @param options with `isAtOnce`, the first pass starts immediately
 */
export function every(
  ms: number,
  pass: () => Promise<void>,
  logger: Logger,
  subject: string,
  { isAtOnce = false }: { isAtOnce?: boolean } = {},
): Repeated {
  const outage = createOutage(logger, subject);
  let running: Promise<void> | undefined;
  const start = () => {
    running ??= pass()
      .then(outage.recovered, outage.failed)
      .finally(() => (running = undefined));
  };
  const timer = setInterval(start, ms);
  if (isAtOnce) start();
  const stop = async () => {
    clearInterval(timer);
    await running;
  };
  return { subject, pass, stop };
}

/**
 * Stops all repeated tasks at once, so that no task starts further work while another task is
 * stopping.
 */
export async function stopAll(repeated: readonly Pick<Repeated, 'stop'>[]): Promise<void> {
  await Promise.all(repeated.map((one) => one.stop()));
}
