import type { NatsConnection } from 'nats';
import type { Pool } from 'pg';
import { v7 as newMessageId } from 'uuid';
import { findOpenDeadLetters, markReplayed } from './dead-letter-store';
import { toNatsHeaders } from './envelope';

/**
 * Publishes events again that consumers gave up: those of these ids, or all that have not been since.
 * Who has applied one skips it by its inbox; who fails again opens its letter again.
 * @returns how many went out
 */
export async function replayDeadLetters(
  pool: Pool,
  nc: NatsConnection,
  ids: readonly string[] = [],
): Promise<number> {
  const letters = await findOpenDeadLetters(pool, ids);
  const jetstream = nc.jetstream();
  for (const { id, subject, headers, payload, stream } of letters) {
    // A message id of its own: NATS would drop a repetition of what it had minutes ago.
    const own = Object.entries(headers).filter(([name]) => !/^nats-/i.test(name));
    await jetstream.publish(subject, payload, {
      headers: toNatsHeaders(Object.fromEntries(own)),
      msgID: newMessageId(),
      expect: { streamName: stream },
    });
    await markReplayed(pool, id);
  }
  return letters.length;
}
