import type { Pool } from 'pg';
import { inRequest } from '../telemetry/request-scope';
import type { EventConsumer } from './consumer';
import {
  findOpenDeadLetters,
  markReplayed,
  reopenDeadLetter,
  type StoredDeadLetter,
} from './dead-letter-store';
import { fromStream } from './envelope';
import { InvalidEvent } from './event';
import { inProcessSpan } from './tracing';

/**
 * Applies dead letters with the service's own handlers: the dead letters with the given ids or, without ids, all
 * open dead letters. NATS takes no part, because only the owner of a stream may publish its events. A consumer
 * that has already applied the event finds it in its inbox and skips it. A dead letter that fails again is open
 * again, with its new error.
 * @returns the numbers of applied and of failed dead letters
 */
export async function replayDeadLetters(
  pool: Pool,
  consumers: readonly EventConsumer[],
  ids: readonly string[] = [],
  onReplayed: (done: number, total: number) => void = () => undefined,
): Promise<{ replayed: number; failed: number }> {
  const letters = await findOpenDeadLetters(pool, ids);
  let failed = 0;
  for (const [at, letter] of letters.entries()) {
    try {
      await apply(consumers, letter);
      await markReplayed(pool, letter);
    } catch (error) {
      failed += 1;
      await reopenDeadLetter(pool, letter, error instanceof Error ? error.message : String(error));
    }
    onReplayed(at + 1, letters.length);
  }
  return { replayed: letters.length - failed, failed };
}

async function apply(consumers: readonly EventConsumer[], letter: StoredDeadLetter): Promise<void> {
  const { subject, headers, payload, stream } = letter;
  const consumer = consumers.find(({ name }) => name === letter.consumer);
  if (!consumer) throw new InvalidEvent(`the service has no consumer ${letter.consumer}`);
  const event = fromStream(stream, subject, headers, payload);
  await inRequest(headers['timbre-request-id'] ?? consumer.name, () =>
    inProcessSpan(event, consumer.name, headers, () => consumer.apply(event)),
  );
}
