import { accessTo, type Api } from './api';
import { ask } from './servers';

/** The whole system for one test file, which may kill the processes and servers. */
export interface OwnDeployment {
  /** The address of the authority simulator, which serves the `/__sim` endpoints. */
  authorityUrl: string;
  /** The folder with the log files, one per process. */
  logDir: string;
  natsUrl: string;
  /** The folder in which NATS stores its streams. A test may delete it while NATS is killed. */
  natsStore: string;
  /** The health address of each process, keyed by the process name. */
  healthUrls: Record<string, string>;
  /** The port at which each service is called, keyed by its name. */
  grpcPorts: Record<string, number>;
  /** A superuser's URL for each service's database, which bypasses row-level security. */
  adminUrls: Record<string, string>;
  /** Creates an organization and returns its API client. */
  organization(name?: string): Promise<Api>;
  /**
   * Stops a service if it is still running, and starts it again with additional environment variables. The
   * function can also restart a killed `nats` or `postgres`.
   */
  restart(name: string, env?: Record<string, string>): Promise<void>;
  /** Kills a service, `nats` or the deployment's own `postgres`. */
  kill(name: string): Promise<void>;
  /** Resolves when a service has ended for any reason. */
  ended(service: string): Promise<void>;
  /** Stops everything that was started for this file. Shared servers stop at the end of the run. */
  stop(): Promise<void>;
  /**
   * Runs an operator command of a service and returns the last line of its output.
   * @param how input: the text that the command reads from standard input; env: additional environment
   * variables
   * @throws Error if the command fails
   */
  command(
    service: string,
    args: string[],
    how?: { input?: string; env?: Record<string, string> },
  ): Promise<string>;
  /** Takes a physical backup of the deployment's own PostgreSQL while clients write. */
  backUp(): Promise<void>;
  /** Replaces the data of the killed PostgreSQL with the backup; `restart` then recovers it. */
  bringBack(): Promise<void>;
}

/**
 * Starts the system of `owner`, once per run. The system stops at the end of the run at the latest.
 * @param owner lower-case letters, which become part of the database names
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
    backUp: async () => void (await ask('backUp', { owner })),
    bringBack: async () => void (await ask('bringBack', { owner })),
    command: async (service, args, how) =>
      (await ask<{ line: string }>('command', { owner, service, args, ...how })).line,
  };
}

/**
 * Ignores the error if a process ended at its failpoint before it became ready, because pending work had
 * triggered the failpoint.
 */
function unlessItDied(error: unknown): void {
  if (!String(error).includes('ended before it was ready')) throw error;
}

interface OwnUrls {
  baseUrl: string;
  natsUrl: string;
  natsStore: string;
  healthUrls: Record<string, string>;
  authorityUrl: string;
  logDir: string;
  grpcPorts: Record<string, number>;
  adminUrls: Record<string, string>;
}
