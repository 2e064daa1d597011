import { Client, type PoolConfig } from 'pg';
import { knownName } from './statement-name';

/** The URL and the settings of a pool's connections. */
export interface ConnectionOptions {
  url: string;
  /**
   * Whether statements may be prepared; false if a pooler in front of the database does not support
   * prepared statements.
   */
  isPrepared?: boolean;
  /**
   * Whether a prepared statement is planned once per connection, independently of its values. By
   * default, PostgreSQL plans a statement with array parameters for each execution, which costs
   * more than most statements themselves.
   */
  isPlannedOnce?: boolean;
  /**
   * The maximum wait for a connection, in milliseconds. When this time has passed, the caller gets
   * an error. The default is `serverAcquireMs`; a server then responds with 503.
   */
  acquireTimeoutMs?: number | undefined;
}

/**
 * The maximum time that a server waits for a connection, in milliseconds. The time is short,
 * because clients retry a rejected request, and long waits would only increase the load.
 */
const serverAcquireMs = 2_000;

/**
 * The maximum time that an operator command waits for a connection, in milliseconds. The time is
 * long, because a command does not retry, and a busy machine opens connections slowly.
 */
export const commandAcquireMs = 30_000;

/**
 * Returns the settings for every pool of a process. pg receives the whole URL, because MikroORM
 * reads only host, port, user, password and database from a URL and drops the other parameters,
 * including TLS.
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
  // The pool waits for the promise, although the option is typed as a function without a result.
  ...(isPlannedOnce && isPrepared && { onConnect: planOnceOn as PoolConfig['onConnect'] }),
});

type Queried = { name?: string; submit?: unknown } | string;

/**
 * Statements whose failure would make the ORM leak a connection of its pool. The ORM returns a
 * connection to its pool only after a successful rollback, and never returns a connection whose
 * `begin` failed (kysely-org/kysely#1990). Each leaked connection would permanently occupy a place
 * in the pool.
 */
const leaking = new Set<unknown>(['begin', 'rollback']);

/**
 * Hides the error of a failed `begin` or `rollback` from the ORM, and closes the connection. After
 * a failed `begin`, the next statement fails on the closed connection, and the ORM rolls back.
 * After a failed `rollback`, the server rolls back because the connection ends. In both cases the
 * ORM returns the connection to the pool, and the pool discards it.
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
   * Gives each statement a name, so that pg prepares the statement. The ORM itself passes only the
   * SQL text and the values.
   */
  protected namedStatement(queried: Queried, values: unknown): object | undefined {
    const name = typeof queried === 'string' ? knownName(queried) : undefined;
    return name === undefined ? undefined : { name, text: queried, values };
  }
}

/** Sends named statements without their names, so that the server stores no prepared statement. */
class UnpreparedClient extends PooledClient {
  protected override namedStatement(): undefined {
    return undefined;
  }

  protected override adapted(queried: Queried): Queried {
    const isNamed = typeof queried === 'object' && queried.name !== undefined && !queried.submit;
    // exactOptionalPropertyTypes rejects an undefined name, but pg treats undefined as no name.
    return isNamed ? ({ ...queried, name: undefined } as unknown as Queried) : queried;
  }
}

/** Makes a connection plan each prepared statement once, independently of the values. */
const planOnceOn = (client: Pick<Client, 'query'>): Promise<unknown> =>
  client.query(`select set_config('plan_cache_mode', 'force_generic_plan', false)`);
