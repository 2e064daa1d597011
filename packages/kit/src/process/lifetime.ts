import type { Logger } from '../telemetry/logger';

/**
 * The time limit of a graceful shutdown in milliseconds. The limit is shorter than the time after
 * which Kubernetes or Docker kills the process (the chart's grace period minus preStop).
 */
const endWithinMs = 25_000;

/**
 * Ends a process gracefully: on SIGTERM or SIGINT, all closers run once, in reverse order of
 * registration. An uncaught error is logged and ends the process with status 1.
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
    /** Registers a closer. The closer that was registered last runs first. */
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
