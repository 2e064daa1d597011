import {
  count,
  emit,
  startBench,
  thingChanged,
  transaction,
  until,
  type Bench,
} from '../../test/messaging-bench';
import { AckPolicy } from 'nats';
import { createConsumer, type EventConsumer } from './consumer';
import { createDeadLetters, type DeadLetters } from './dead-letters';
import { countDeadLetters, recordDeadLetter } from './dead-letter-store';
import { InvalidEvent } from './event';
import { createOutboxRelay, type OutboxRelay } from './outbox-relay';
import { replayDeadLetters } from './replay-dead-letters';
import type { SqlExecutor } from './sql-executor';

const name = 'dead-things';
let bench: Bench;
let relay: OutboxRelay;
let letters: DeadLetters;
let consumer: EventConsumer;
/** The handler's behavior, which each test sets. */
let fail: () => void;

beforeAll(async () => (bench = await startBench('messaging_dead')));
afterAll(() => bench.stop());
beforeEach(async () => {
  bench.logged.length = 0;
  fail = () => undefined;
  await bench.adminPool.query('truncate outbox, inbox, dead_letters, effects');
  await bench.manager.streams.delete(bench.stream).catch(() => false);
  const { service, stream, systemPool: pool, link, logger } = bench;
  relay = createOutboxRelay({ service, pool, link, logger, replicas: 1 });
  relay.start();
  consumer = createConsumer<SqlExecutor>({
    name, stream, link, pool, logger,
    subject: `${service}.thing.changed`,
    concurrency: 1,
    transaction: (_, work) => transaction(bench.appPool, work),
    handle: async ([event], tx) => {
      fail();
      await tx.rows('insert into effects (aggregate_id) values ($1)', [event!.aggregateId]);
    },
  }); // prettier-ignore
  letters = createDeadLetters({ service, consumers: [consumer], pool, link, logger, replicas: 1 });
  letters.start();
});
afterEach(() => Promise.all([relay.stop(), consumer.stop(), letters.stop()]));

interface Row {
  id: string;
  message_id: string;
  reason: string;
  detail: string | null;
  deliveries: number;
  payload: Buffer | null;
  replayed_at: Date | null;
}

async function rows(): Promise<Row[]> {
  return (await bench.systemPool.query<Row>('select * from dead_letters order by failed_at')).rows;
}

/** Publishes an event to the stream, and creates a durable for the event without a consumer. */
async function announce(durable = name): Promise<string> {
  const [id] = await emit(bench, [thingChanged(bench, 'a', 1)]);
  relay.nudge();
  await until(
    async () => (await count(bench.adminPool, 'outbox where published_at is null')) === 0,
  );
  await bench.manager.consumers.add(bench.stream, {
    durable_name: durable,
    ack_policy: AckPolicy.Explicit,
    max_deliver: 6,
  });
  return id!;
}

/** Simulates consumer processes that crash or give up without recording a dead letter. */
async function deliver(verdict: 'nak' | 'term', times: number, durable = name): Promise<void> {
  const pulling = await bench.nats.jetstream().consumers.get(bench.stream, durable);
  for (let n = 0; n < times; n += 1) (await pulling.next({ expires: 30_000 }))![verdict]();
  // The pull is needed, because NATS detects the exhausted message only at the next pull.
  if (verdict === 'nak') expect(await pulling.next({ expires: 1_000 })).toBeNull();
}

test('an event whose deliveries were used up without a record is stored with reason and payload', async () => {
  const id = await announce();
  await deliver('nak', 6);
  await until(async () => (await rows()).length === 1);
  expect(await rows()).toMatchObject([
    {
      message_id: id,
      org_id: bench.orgId,
      reason: 'max_deliveries',
      deliveries: 6,
      payload: Buffer.from('a@1'),
      detail: null,
    },
  ]);
  expect((await bench.manager.streams.info(bench.stream)).state.messages).toBe(1);
});

test('an event that was terminated without a record is stored with reason and payload', async () => {
  const id = await announce();
  await deliver('term', 1);
  await until(async () => (await rows()).length === 1);
  expect(await rows()).toMatchObject([{ message_id: id, reason: 'terminated', deliveries: 1 }]);
});

test("failures of other services' consumers are ignored", async () => {
  await announce('others-things');
  await deliver('term', 1, 'others-things');
  await announce();
  await deliver('term', 1);
  await until(async () => (await rows()).length > 0);
  expect(await rows()).toHaveLength(1);
});

test('advisories wait while the service is down', async () => {
  await letters.stop();
  await announce();
  await deliver('term', 1);
  const { service, systemPool: pool, link, logger } = bench;
  letters = createDeadLetters({ service, consumers: [consumer], pool, link, logger, replicas: 1 });
  letters.start();
  await until(async () => (await rows()).length === 1);
});

test('a message that the stream has deleted results in a row without payload', async () => {
  await letters.stop();
  await announce();
  await deliver('term', 1);
  await bench.manager.streams.purge(bench.stream);
  const { service, systemPool: pool, link, logger } = bench;
  letters = createDeadLetters({ service, consumers: [consumer], pool, link, logger, replicas: 1 });
  letters.start();
  await until(async () => (await rows()).length === 1);
  expect(await rows()).toMatchObject([{ message_id: `${bench.stream}:1`, payload: null }]);
  expect(await replayDeadLetters(bench.systemPool, [consumer])).toEqual({ replayed: 0, failed: 0 });
});

test('the error that the failed process recorded is kept when the advisory arrives', async () => {
  const failure = {
    consumer: name,
    stream: bench.stream,
    sequence: 1,
    deliveries: 1,
    reason: 'terminated',
    message: { subject: 's', headers: { 'ce-id': 'x' }, payload: Buffer.from('p') },
  } as const;
  const direct = { ...failure, detail: 'no such currency', failedAt: new Date(1_000) };
  for (const letter of [direct, { ...failure, failedAt: new Date(1_005) }]) {
    await recordDeadLetter(bench.systemPool, letter);
  }
  expect(await rows()).toMatchObject([{ detail: 'no such currency' }]);
});

describe('replaying', () => {
  async function oneLetter(): Promise<Row> {
    await announce();
    await deliver('term', 1);
    await until(async () => (await rows()).length === 1);
    return (await rows())[0]!;
  }

  const replay = (...ids: string[]) => replayDeadLetters(bench.systemPool, [consumer], ids);
  const effects = () => count(bench.adminPool, 'effects');

  test('a replay applies the event with its consumer, and repeated replays apply the event once', async () => {
    const { id } = await oneLetter();
    expect(await replay()).toEqual({ replayed: 1, failed: 0 });
    expect(await effects()).toBe(1);
    expect((await rows())[0]!.replayed_at).not.toBeNull();
    expect(await replay()).toEqual({ replayed: 0, failed: 0 });
    expect(await replay(id)).toEqual({ replayed: 1, failed: 0 });
    expect(await effects()).toBe(1);
  });

  test("a replay keeps the event's request identifier", async () => {
    await oneLetter();
    await bench.systemPool.query(
      `update dead_letters set headers = headers || '{"timbre-request-id": "req_1"}'`,
    );
    fail = () => bench.logger.info('applied by the replay');
    await replay();
    expect(bench.logged.find(({ msg }) => msg === 'applied by the replay')).toMatchObject({
      requestId: 'req_1',
    });
  });

  test('a replay applies only the dead letters that the caller names', async () => {
    const { id } = await oneLetter();
    expect(await replay(bench.orgId)).toEqual({ replayed: 0, failed: 0 });
    expect(await replay(id)).toEqual({ replayed: 1, failed: 0 });
    expect(await countDeadLetters(bench.systemPool)).toBe(0);
  });

  test('a dead letter is reopened by a later failure of the event, but not by a late advisory of an earlier failure', async () => {
    const { id } = await oneLetter();
    await replay(id);
    const { rows: stored } = await bench.systemPool.query(
      `select consumer, stream, stream_sequence as sequence, reason, deliveries, headers
        from dead_letters`,
    );
    const message = { subject: 's', headers: stored[0].headers, payload: Buffer.from('p') };
    const again = { ...stored[0], message };
    await recordDeadLetter(bench.systemPool, { ...again, failedAt: new Date(0) });
    expect((await rows())[0]!.replayed_at).not.toBeNull();
    const later = new Date(Date.now() + 60_000);
    await recordDeadLetter(bench.systemPool, { ...again, failedAt: later });
    expect(await rows()).toMatchObject([{ id, replayed_at: null }]);
  });

  test('a replay that fails leaves the dead letter open, with the new error', async () => {
    const { id } = await oneLetter();
    await replay(id);
    await bench.adminPool.query('delete from inbox');
    fail = () => {
      throw new InvalidEvent('still no such contact');
    };
    expect(await replay(id)).toEqual({ replayed: 0, failed: 1 });
    expect(await rows()).toMatchObject([
      { id, replayed_at: null, detail: 'still no such contact' },
    ]);
    expect(await count(bench.adminPool, 'inbox')).toBe(0);
  });

  test.each([
    ['of an unknown consumer', `consumer = 'gone'`, 'the service has no consumer gone'],
    ['of another service', `subject = 'other.thing.changed'`, 'does not belong to'],
  ])('a dead letter %s is not applied', async (_, change, error) => {
    const { id } = await oneLetter();
    await bench.systemPool.query(`update dead_letters set ${change}`);
    expect(await replay(id)).toEqual({ replayed: 0, failed: 1 });
    expect((await rows())[0]!.detail).toContain(error);
    expect(await effects()).toBe(0);
  });
});
