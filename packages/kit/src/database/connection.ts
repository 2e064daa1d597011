import { Client, type PoolConfig } from 'pg';
import { knownName } from './statement-name';

/** The address and the settings of a pool's connections. */
export interface ConnectionOptions {
  url: string;
  /**
   * False: no statement is prepared, because the pooler in front of the database cannot keep them.
   */
  isPrepared?: boolean;
  /** A longer wait for a connection fails. Default: that of a server, which then answers 503. */
  acquireTimeoutMs?: number | undefined;
}

/** A server limits its load by a short wait; callers try again. */
const serverAcquireMs = 2_000;

/** A command of an operator is not tried again, and a busy machine opens connections slowly. */
export const commandAcquireMs = 30_000;

/**
 * The settings of every pool of a process. pg gets the whole URL, because MikroORM reads only host,
 * port, user, password and database from it and drops the rest, including TLS.
 */
export const connectionOf = ({
  url,
  isPrepared = true,
  acquireTimeoutMs = serverAcquireMs,
}: ConnectionOptions): PoolConfig => ({
  connectionString: url,
  connectionTimeoutMillis: acquireTimeoutMs,
  keepAlive: true,
  Client: isPrepared ? PooledClient : UnpreparedClient,
});

type Queried = { name?: string; submit?: unknown } | string;

/**
 * The ORM returns a connection to its pool only after a successful rollback, and never returns one
 * on which `begin` failed (kysely-org/kysely#1990). Without this, each lost connection would occupy
 * a place in the pool for ever.
 */
const leaking = new Set<unknown>(['begin', 'rollback']);

/**
 * Ignores the error of a failed `begin` or `rollback` and closes the connection. After a failed
 * `begin` the next statement fails on the closed connection, so the ORM rolls back; a failed
 * `rollback` is done by the server when the connection ends. Either way the ORM returns the
 * connection and the pool drops it.
 */
class PooledClient extends Client {
  // pg has many overloads; the arguments are passed on unchanged.
  override query = ((queried: Queried, ...more: unknown[]) => {
    const send = Client.prototype.query as (...given: unknown[]) => unknown;
    const statement = this.namedStatement(queried, more[0]);
    const sent = statement
      ? send.call(this, statement)
      : send.call(this, this.adapted(queried), ...more);
    if (!leaking.has(queried) || !(sent instanceof Promise)) return sent;
    return sent.catch(() => {
      // Ending it is all that was wanted.
      void this.end().catch(() => undefined);
      return { command: queried, rowCount: null, rows: [] };
    });
  }) as Client['query'];

  protected adapted(queried: Queried): Queried {
    return queried;
  }

  /**
   * The ORM passes on text and values only; this gives each statement a name, so that it is
   * prepared.
   */
  protected namedStatement(queried: Queried, values: unknown): object | undefined {
    const name = typeof queried === 'string' ? knownName(queried) : undefined;
    return name === undefined ? undefined : { name, text: queried, values };
  }
}

/** Sends named statements without their name, so that the server forgets them at once. */
class UnpreparedClient extends PooledClient {
  protected override namedStatement(): undefined {
    return undefined;
  }

  protected override adapted(queried: Queried): Queried {
    const isNamed = typeof queried === 'object' && queried.name !== undefined && !queried.submit;
    // exactOptionalPropertyTypes refuses a name that is undefined; pg takes it as none.
    return isNamed ? ({ ...queried, name: undefined } as unknown as Queried) : queried;
  }
}
