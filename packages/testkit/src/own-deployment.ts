import { accessTo, type Api } from './api';
import { ask } from './servers';

/** The whole system for one test file only, which may kill its processes and servers. */
export interface OwnDeployment {
  /** The address of the authority simulator, with its `/__sim` endpoints. */
  authorityUrl: string;
  /** The folder with the log file of each process. */
  logDir: string;
  /** The folder in which NATS stores its streams. A test may delete it while NATS is killed. */
  natsStore: string;
  /** The health address of each process, keyed by its name. */
  healthUrls: Record<string, string>;
  /** A superuser's URL for each service's database, which bypasses row-level security. */
  adminUrls: Record<string, string>;
  /** Creates access for a new organization. */
  organization(name?: string): Promise<Api>;
  /**
   * Ends a service if it still runs, and starts it again with additional environment variables. The
   * function also starts a killed `nats` or `postgres`.
   */
  restart(name: string, env?: Record<string, string>): Promise<void>;
  /** Kills a service, `nats` or its own `postgres`. */
  kill(name: string): Promise<void>;
  /** Resolves when a service has ended, for any reason. */
  ended(service: string): Promise<void>;
  /** Stops everything that was started for this file. Shared servers stop at the end of the run. */
  stop(): Promise<void>;
  /**
   * Runs an operator's command of a service and returns the last line of its output.
   * @param input what the command reads from standard input
   * @throws Error if it fails
   */
  command(service: string, args: string[], input?: string): Promise<string>;
}

/**
 * Starts the system of `owner`, once per run. The system stops at the latest with the run.
 * @param owner lower-case letters, which are part of its database names
 * @param options environment: additional variables for every process
 */
export async function startOwnDeployment(
  owner: string,
  options: { ownPostgres?: boolean; environment?: Record<string, string> } = {},
): Promise<OwnDeployment> {
  const { baseUrl, ...own } = await ask<OwnUrls>('deployment', { owner, ...options });
  return {
    ...own,
    async organization(name = 'Test organization') {
      const access = await ask<{ organizationId: string; apiKey: string }>('organization', {
        owner,
        name,
      });
      return accessTo(baseUrl, access.organizationId, access.apiKey);
    },
    restart: async (service, env = {}) => {
      const restarted = ask('restart', { owner, service, env });
      await ('FAILPOINTS' in env ? restarted.catch(unlessItDied) : restarted);
    },
    kill: async (service) => void (await ask('kill', { owner, service })),
    ended: async (service) => void (await ask('ended', { owner, service })),
    stop: async () => void (await ask('stop', { owner })),
    command: async (service, args, input) =>
      (await ask<{ line: string }>('command', { owner, service, args, input })).line,
  };
}

/**
 * Ignores the end of a process that reached its failpoint through pending work before a probe found it ready.
 */
function unlessItDied(error: unknown): void {
  if (!String(error).includes('ended before it was ready')) throw error;
}

interface OwnUrls {
  baseUrl: string;
  natsStore: string;
  healthUrls: Record<string, string>;
  authorityUrl: string;
  logDir: string;
  adminUrls: Record<string, string>;
}
