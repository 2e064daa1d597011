import { Client, type PoolConfig } from 'pg';
import { knownName } from './statement-name';

/** The address and settings of a pool's connections. */
export interface ConnectionOptions {
  url: string;
  /**
   * Whether statements may be prepared; false if the pooler in front of the database cannot keep
   * prepared statements.
   */
  isPrepared?: boolean;
  /**
   * Whether a prepared statement is planned once for each connection, for any values. By default PostgreSQL
   * plans a statement with arrays anew for each execution, which costs more than most statements.
   */
  isPlannedOnce?: boolean;
  /**
   * The longest wait for a connection, in milliseconds. After this wait the caller gets an error.
   * The default is `serverAcquireMs`; a server then answers 503.
   */
  acquireTimeoutMs?: number | undefined;
}

/**
 * The longest wait of a server for a connection, in milliseconds. It is short, because clients
 * retry a refused request, and long waits would only increase the load.
 */
const serverAcquireMs = 2_000;

/**
 * The longest wait of an operator's command for a connection, in milliseconds. It is long, because
 * a command does not retry, and a busy machine opens connections slowly.
 */
export const commandAcquireMs = 30_000;

/**
 * Returns the settings of every pool of a process. pg gets the whole URL, because MikroORM reads
 * only host, port, user, password and database from a URL and drops the other parameters, including
 * TLS.
 */
export const connectionOf = ({
  url,
  isPrepared = true,
  isPlannedOnce = false,
  acquireTimeoutMs = serverAcquireMs,
}: ConnectionOptions): PoolConfig => ({
  connectionString: url,
  connectionTimeoutMillis: acquireTimeoutMs,
  keepAlive: true,
  Client: isPrepared ? PooledClient : UnpreparedClient,
  // The pool waits for the promise, although the type of the option returns nothing.
  ...(isPlannedOnce && isPrepared && { onConnect: planOnceOn as PoolConfig['onConnect'] }),
});

type Queried = { name?: string; submit?: unknown } | string;

/**
 * Statements whose failure would make the ORM lose a connection of its pool. The ORM returns a
 * connection to its pool only after a successful rollback, and never returns a connection whose
 * `begin` failed (kysely-org/kysely#1990). Each lost connection would occupy a slot of the pool for
 * ever.
 */
const leaking = new Set<unknown>(['begin', 'rollback']);

/**
 * Ignores the error of a failed `begin` or `rollback` and closes the connection. After a failed `begin` the
 * next statement fails on the closed connection, and the ORM rolls back. After a failed `rollback` the server
 * rolls back when the connection ends. In both cases the ORM returns the connection, and the pool
 * drops the connection.
 */
class PooledClient extends Client {
  // The cast is needed, because pg declares many overloads. The function passes all arguments on
  // unchanged.
  override query = ((queried: Queried, ...more: unknown[]) => {
    const send = Client.prototype.query as (...given: unknown[]) => unknown;
    const statement = this.namedStatement(queried, more[0]);
    const sent = statement
      ? send.call(this, statement)
      : send.call(this, this.adapted(queried), ...more);
    if (!leaking.has(queried) || !(sent instanceof Promise)) return sent;
    return sent.catch(() => {
      // The connection is being closed, so an error while closing changes nothing.
      void this.end().catch(() => undefined);
      return { command: queried, rowCount: null, rows: [] };
    });
  }) as Client['query'];

  protected adapted(queried: Queried): Queried {
    return queried;
  }

  /**
   * Gives each statement a name, so that pg prepares it. The ORM itself passes only the text and
   * the values.
   */
  protected namedStatement(queried: Queried, values: unknown): object | undefined {
    const name = typeof queried === 'string' ? knownName(queried) : undefined;
    return name === undefined ? undefined : { name, text: queried, values };
  }
}

/** Sends named statements without their names, so that the server keeps no prepared statement. */
class UnpreparedClient extends PooledClient {
  protected override namedStatement(): undefined {
    return undefined;
  }

  protected override adapted(queried: Queried): Queried {
    const isNamed = typeof queried === 'object' && queried.name !== undefined && !queried.submit;
    // exactOptionalPropertyTypes refuses an undefined name. pg treats it as no name.
    return isNamed ? ({ ...queried, name: undefined } as unknown as Queried) : queried;
  }
}

/** Makes a connection plan each prepared statement once, for any values. */
const planOnceOn = (client: Pick<Client, 'query'>): Promise<unknown> =>
  client.query(`select set_config('plan_cache_mode', 'force_generic_plan', false)`);
