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
import { recordDeadLetter } from './dead-letter-store';
import { createOutboxRelay, type OutboxRelay } from './outbox-relay';
import type { SqlExecutor } from './sql-executor';

const name = 'dead-things';
let bench: Bench;
let relay: OutboxRelay;
let letters: DeadLetters;
let consumer: EventConsumer;
/** What the handler does with an event; each test says. */
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
    handle: async (event, tx) => {
      fail();
      await tx.execute('insert into effects (aggregate_id) values (?)', [event.aggregateId]);
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

/** An event in the stream, and a durable for it that nobody serves. */
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

/** Deliveries to processes that die or give up without a word to the table. */
async function deliver(verdict: 'nak' | 'term', times: number, durable = name): Promise<void> {
  const pulling = await bench.nats.jetstream().consumers.get(bench.stream, durable);
  for (let n = 0; n < times; n += 1) (await pulling.next({ expires: 5_000 }))![verdict]();
  // NATS notices the exhausted message when somebody asks for it once more.
  if (verdict === 'nak') expect(await pulling.next({ expires: 1_000 })).toBeNull();
}

test('an event that exhausts its deliveries unseen is copied with reason and payload', async () => {
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

test('an event that was terminated unseen is copied too', async () => {
  const id = await announce();
  await deliver('term', 1);
  await until(async () => (await rows()).length === 1);
  expect(await rows()).toMatchObject([{ message_id: id, reason: 'terminated', deliveries: 1 }]);
});

test('the failures of consumers of other services are none of ours', async () => {
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

test('a message the stream no longer has leaves a row without payload', async () => {
  await letters.stop();
  await announce();
  await deliver('term', 1);
  await bench.manager.streams.purge(bench.stream);
  const { service, systemPool: pool, link, logger } = bench;
  letters = createDeadLetters({ service, consumers: [consumer], pool, link, logger, replicas: 1 });
  letters.start();
  await until(async () => (await rows()).length === 1);
  expect(await rows()).toMatchObject([{ message_id: `${bench.stream}:1`, payload: null }]);
  await expect(letters.replay((await rows())[0]!.id)).rejects.toThrow('to replay');
});

test('the error that the failing process recorded outlives the advisory', async () => {
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

  test('applies the event once, however often it is asked for', async () => {
    const { id } = await oneLetter();
    expect(await letters.replay(id)).toBe('handled');
    expect(await letters.replay(id)).toBe('duplicate');
    expect(await count(bench.adminPool, 'effects')).toBe(1);
    expect((await rows())[0]!.replayed_at).not.toBeNull();
  });

  test('answers with the error of the handler and leaves the letter open', async () => {
    const { id } = await oneLetter();
    fail = () => {
      throw new Error('still no such contact');
    };
    await expect(letters.replay(id)).rejects.toThrow('still no such contact');
    expect((await rows())[0]!.replayed_at).toBeNull();
    expect(await count(bench.adminPool, 'inbox')).toBe(0);
  });

  test('refuses what does not exist', async () => {
    await expect(letters.replay(bench.orgId)).rejects.toThrow(`no dead letter ${bench.orgId}`);
    const { id } = await oneLetter();
    await bench.systemPool.query(`update dead_letters set consumer = 'gone'`);
    await expect(letters.replay(id)).rejects.toThrow('no consumer gone in this service');
  });

  test('is undone by a later failure and not by a late word of an earlier one', async () => {
    const { id } = await oneLetter();
    await letters.replay(id);
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
});
