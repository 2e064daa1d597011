import type { NatsConnection } from 'nats';
import type { Pool, PoolClient } from 'pg';
import { failpoint } from '../telemetry/failpoint';
import type { NatsLink } from './connection';
import { publishInOrder } from './outbox-publish';
import { claimEvents, markPublished } from './outbox-store';

export interface BatchResult {
  published: number;
  /** What to do next: claim again at once, in a moment, or when there is news. */
  next: 'now' | 'soon' | 'later';
  /** Why some of the batch is still waiting; the rest is published and marked. */
  failure?: unknown;
}

const batchSize = 100;

/**
 * Claims, publishes and marks in one transaction, so that a relay that dies lets go of its rows at
 * once. It is the one exception to "nothing outside inside a transaction": bounded by the
 * acknowledgement timeout, and no request ever needs the rows it holds.
 */
export function relayBatch(
  pool: Pool,
  link: NatsLink,
  nc: NatsConnection,
  service: string,
): Promise<BatchResult> {
  return inTransaction(pool, async (client) => {
    const events = await claimEvents(client, batchSize);
    if (events.length === 0) return { published: 0, next: 'later' };
    const { published, failure } = await publishInOrder(link, nc, service, events);
    failpoint('outbox.published');
    if (published.length > 0) await markPublished(client, published);
    const isBlocked = events.some((event) => event.isBlocked);
    const isFull = events.length === batchSize && published.length > 0;
    const next = isFull ? 'now' : isBlocked ? 'soon' : 'later';
    return { published: published.length, next, failure };
  });
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A server that ends the session emits an error, which unheard would end the process.
  const onError = (error: Error): void => void (broken = error);
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(onError);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
