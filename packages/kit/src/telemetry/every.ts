import type { Logger } from './logger';
import { createOutage } from './outage';

/** Repeated work. The function `pass` runs the work once. */
export interface Repeated {
  /** Names the work in the log, in sentences such as "… is failing". */
  subject: string;
  pass: () => Promise<void>;
  /** Stops the repetition and waits for the pass in progress. */
  stop: () => Promise<void>;
}

/**
 * Runs `pass` every `ms` milliseconds, never twice at once. A failed pass does not stop the next one. The
 * first failure of an outage and the recovery are logged. The text of `subject` completes "… is failing".
 * @param options with `isAtOnce`, the first pass starts without a wait
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

/** Stops all of them at once, so that none begins further work while another one ends. */
export async function stopAll(repeated: readonly Pick<Repeated, 'stop'>[]): Promise<void> {
  await Promise.all(repeated.map((one) => one.stop()));
}
