import { isDeepStrictEqual } from 'node:util';
import { startBench, until, type Bench } from '../../test/messaging-bench';
import { AckPolicy } from 'nats';
import { backlogOf } from './consumer-backlog';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench('messaging_backlog');
  await bench.manager.streams.add({ name: bench.stream, subjects: ['messaging_backlog.>'] });
  await bench.manager.consumers.add(bench.stream, {
    durable_name: 'counted',
    ack_policy: AckPolicy.Explicit,
  });
  await bench.link.ready();
});
afterAll(() => bench.stop());

const backlog = () => backlogOf(bench.link, bench.stream, 'counted');
/**
 * Waits for the expected backlog, because NATS acknowledges a publication before it counts the
 * message for its consumers.
 */
const becomes = (wanted: object) => until(async () => isDeepStrictEqual(await backlog(), wanted));

test('the backlog counts messages that are undelivered, unacknowledged or redelivered', async () => {
  expect(await backlog()).toEqual({ pending: 0, ack_pending: 0, redelivered: 0 });
  for (const text of ['a', 'b', 'c'])
    await bench.nats.jetstream().publish('messaging_backlog.thing.changed', text);
  await becomes({ pending: 3, ack_pending: 0, redelivered: 0 });
  const pulling = await bench.nats.jetstream().consumers.get(bench.stream, 'counted');
  await pulling.next();
  await becomes({ pending: 2, ack_pending: 1, redelivered: 0 });
  (await pulling.next())!.nak();
  // The consumer receives the third message, and the second message again.
  for (let taken = 0; taken < 2; taken += 1) await pulling.next();
  await becomes({ pending: 0, ack_pending: 3, redelivered: 1 });
});

test('the backlog query times out if NATS does not respond', async () => {
  bench.proxy.set({ kind: 'blackhole' });
  // Only one of three attempts has to be fast, because a busy machine can delay a single attempt.
  let fastestMs = Infinity;
  for (let tries = 0; tries < 3 && fastestMs >= 4_000; tries += 1) {
    const since = Date.now();
    await expect(backlog()).rejects.toThrow('TIMEOUT');
    fastestMs = Math.min(fastestMs, Date.now() - since);
  }
  expect(fastestMs).toBeLessThan(4_000);
});

test('the backlog is undefined while NATS is unreachable', async () => {
  bench.proxy.set({ kind: 'reset' });
  await until(() => !bench.link.isConnected());
  expect(await backlog()).toBeUndefined();
});
