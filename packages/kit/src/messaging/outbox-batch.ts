import type { NatsConnection } from 'nats';
import type { Pool, PoolClient } from 'pg';
import { failpoint } from '../telemetry/failpoint';
import type { NatsLink } from './connection';
import { publishInOrder, type Publisher } from './outbox-publish';
import { claimEvents, markPublished } from './outbox-store';

export interface BatchResult {
  published: number;
  /** When the relay claims the next batch: immediately, soon, or after the next nudge. */
  next: 'now' | 'soon' | 'later';
  /**
   * The error that prevented the publication of some events of the batch. The other events of the
   * batch were published and marked.
   */
  failure?: unknown;
}

const batchSize = 100;

/**
 * Claims, publishes and marks events in one transaction, so that PostgreSQL unlocks the rows if the
 * relay crashes. No other transaction waits for another system: the acknowledgement timeout limits
 * the wait, and requests do not need the locked rows.
 */
export function relayBatch(
  pool: Pool,
  link: NatsLink,
  nc: NatsConnection,
  publisher: Publisher,
): Promise<BatchResult> {
  return inTransaction(pool, async (client) => {
    const events = await claimEvents(client, batchSize);
    if (events.length === 0) return { published: 0, next: 'later' };
    const { published, failure } = await publishInOrder(link, nc, publisher, events);
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
  // A listener is needed, because a server that ends the session emits an error, which would
  // otherwise end the process.
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
