import type { Logger } from '../telemetry/logger';

/** Bound of a graceful end: done before Kubernetes or Docker kills (the chart's grace, less preStop). */
const endWithinMs = 25_000;

/**
 * Ends a process gracefully: closers run in reverse order of their registration, once, on SIGTERM
 * or SIGINT. A bug that nobody caught is logged and ends the process with status 1.
 */
export function createLifetime(logger: Logger) {
  const closers: { name: string; close: () => Promise<unknown> | unknown }[] = [];
  let ending: Promise<void> | undefined;

  const end = (): Promise<void> => {
    ending ??= (async () => {
      for (const { name, close } of closers.reverse()) {
        try {
          await close();
        } catch (error) {
          logger.error({ err: error, part: name }, 'a part did not close');
        }
      }
    })();
    return ending;
  };

  const endProcess = (status: number) => {
    setTimeout(() => process.exit(status || 1), endWithinMs).unref();
    void end().then(() => process.exit(status));
  };
  return {
    /** Registers what must be closed at the end; later ones close first. */
    closes(name: string, close: () => Promise<unknown> | unknown): void {
      closers.push({ name, close });
    },
    end,
    listen(): void {
      process.once('SIGTERM', () => endProcess(0));
      process.once('SIGINT', () => endProcess(0));
      process.once('uncaughtException', (error) => {
        logger.fatal({ err: error }, 'uncaught exception');
        endProcess(1);
      });
      process.once('unhandledRejection', (error) => {
        logger.fatal({ err: error }, 'unhandled rejection');
        endProcess(1);
      });
    },
  };
}

export type Lifetime = ReturnType<typeof createLifetime>;
