import { Client, type PoolConfig } from 'pg';

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
  ...(!isPrepared && { Client: UnpreparedClient }),
});

type Queried = { name?: string; submit?: unknown } | string;

/** Sends named statements without their name, so that the server forgets them at once. */
class UnpreparedClient extends Client {
  // The overloads of pg are many; what is handed on is what came, less a name.
  override query = ((queried: Queried, ...more: unknown[]) => {
    const isNamed = typeof queried === 'object' && queried.name !== undefined && !queried.submit;
    const sent = isNamed ? { ...queried, name: undefined } : queried;
    return (Client.prototype.query as (...given: unknown[]) => unknown).call(this, sent, ...more);
  }) as Client['query'];
}
