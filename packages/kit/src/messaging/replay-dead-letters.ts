import type { NatsConnection } from 'nats';
import type { Pool } from 'pg';
import { v7 as newMessageId } from 'uuid';
import { findOpenDeadLetters, markReplayed } from './dead-letter-store';
import { toNatsHeaders } from './envelope';

/**
 * Publishes dead letters again: the dead letters with the given ids or, without ids, all open dead
 * letters. A consumer that has already applied the event finds it in its inbox and skips it. If the
 * event fails again, the dead letter is reopened.
 * @returns the number of published events
 */
export async function replayDeadLetters(
  pool: Pool,
  nc: NatsConnection,
  ids: readonly string[] = [],
  onReplayed: (done: number, total: number) => void = () => undefined,
): Promise<number> {
  const letters = await findOpenDeadLetters(pool, ids);
  const jetstream = nc.jetstream();
  for (const [at, letter] of letters.entries()) {
    const { subject, headers, payload, stream } = letter;
    // The message gets a new id, because NATS drops a message with an id that it received a few
    // minutes ago.
    const own = Object.entries(headers).filter(([name]) => !/^nats-/i.test(name));
    await jetstream.publish(subject, payload, {
      headers: toNatsHeaders(Object.fromEntries(own)),
      msgID: newMessageId(),
      expect: { streamName: stream },
    });
    await markReplayed(pool, letter);
    onReplayed(at + 1, letters.length);
  }
  return letters.length;
}
