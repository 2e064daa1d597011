import { Client, type PoolConfig } from 'pg';
import { knownName } from './statement-name';

/** Where a pool connects to, and how. */
export interface ConnectionOptions {
  url: string;
  /** False: no statement is prepared, because a pooler before us cannot keep them. */
  isPrepared?: boolean;
}

/**
 * What every pool of a process is made with. The URL goes to pg whole: MikroORM reads host, port,
 * user, password and database of it and drops the rest, TLS too.
 */
export const connectionOf = ({ url, isPrepared = true }: ConnectionOptions): PoolConfig => ({
  connectionString: url,
  keepAlive: true,
  Client: isPrepared ? PooledClient : UnpreparedClient,
});

type Queried = { name?: string; submit?: unknown } | string;

/**
 * The ORM gives a connection back to its pool only after a rollback that succeeded, and one on which no
 * transaction could begin not at all (kysely-org/kysely#1990): each that is lost then would keep a place
 * of the pool for ever.
 */
const leaking = new Set<unknown>(['begin', 'rollback']);

/**
 * A failed `begin` or `rollback` is passed over, and the connection is closed. After the one nothing
 * more can be run on it, so that what follows fails and is rolled back; the other the server has done
 * by itself. Then the ORM gives the connection back, and the pool drops it.
 */
class PooledClient extends Client {
  // The overloads of pg are many; what is handed on is what came.
  override query = ((queried: Queried, ...more: unknown[]) => {
    const send = Client.prototype.query as (...given: unknown[]) => unknown;
    const statement = this.namedStatement(queried, more[0]);
    const sent = statement
      ? send.call(this, statement)
      : send.call(this, this.adapted(queried), ...more);
    if (!leaking.has(queried) || !(sent instanceof Promise)) return sent;
    return sent.catch(() => {
      void this.end().catch(() => undefined);
      return { command: queried, rowCount: null, rows: [] };
    });
  }) as Client['query'];

  protected adapted(queried: Queried): Queried {
    return queried;
  }

  /** The ORM hands on text and values; what has a name is prepared there too. */
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
    return isNamed ? ({ ...queried, name: undefined } as unknown as Queried) : queried;
  }
}
