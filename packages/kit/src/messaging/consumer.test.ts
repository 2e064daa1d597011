import { exchange } from '@timbre/contract';
import { AckPolicy, nanos } from 'nats';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { runUntilKilled } from '../../test/crashing-process';
import {
  count,
  emit,
  startBench,
  thingChanged,
  transaction,
  until,
  type Bench,
} from '../../test/messaging-bench';
import { createConsumer, type ConsumerOptions, type EventConsumer } from './consumer';
import { toHeaders, toNatsHeaders } from './envelope';
import {
  InvalidEvent,
  TooMuchTogether,
  readPayload,
  type DomainEvent,
  type ReceivedEvent,
} from './event';
import { createOutboxRelay, type OutboxRelay } from './outbox-relay';
import { unpublishSince } from './outbox-store';
import type { SqlExecutor } from './sql-executor';
import { ensureStream } from './streams';

const name = 'test-things';
let bench: Bench;
let relay: OutboxRelay | undefined;
let consumers: EventConsumer[] = [];
let settled: string[] = [];

beforeAll(async () => (bench = await startBench('messaging_consumer')));
afterAll(() => bench.stop());
beforeEach(async () => {
  bench.proxy.set({ kind: 'none' });
  bench.logged.length = 0;
  settled = [];
  await bench.adminPool.query('truncate outbox, inbox, dead_letters, effects');
  await bench.manager.streams.delete(bench.stream).catch(() => false);
});
afterEach(async () => {
  await Promise.all([relay?.stop(), ...consumers.map((consumer) => consumer.stop())]);
  relay = undefined;
  consumers = [];
});

type Handle = (event: ReceivedEvent, tx: SqlExecutor) => Promise<void>;

/** The default handler, which inserts one row per event. */
const recordEffect: Handle = async (event, tx) => {
  const values = [event.aggregateId, event.aggregateVersion];
  await tx.rows('insert into effects (aggregate_id, version) values ($1, $2)', values);
};

const startConsumer = (handle: Handle = recordEffect, concurrency = 1): EventConsumer =>
  startWith({ concurrency, handle: ([event], tx) => handle(event!, tx) });

function startWith(
  own: Pick<
    ConsumerOptions<SqlExecutor>,
    'handle' | 'concurrency' | 'togetherMax' | 'concerns' | 'isOfSet'
  >,
  pool: Pick<Pool, 'query'> = bench.systemPool,
): EventConsumer {
  const consumer = createConsumer<SqlExecutor>({
    ...own,
    name,
    stream: bench.stream,
    subject: `${bench.service}.thing.changed`,
    transaction: (_, work) => transaction(bench.appPool, work),
    link: bench.link,
    pool: pool as Pool,
    logger: bench.logger,
    metrics: { settled: (outcome) => void settled.push(outcome) },
  });
  consumers.push(consumer);
  consumer.start();
  return consumer;
}

/**
 * Starts a consumer that handles an organization's waiting events together, and fails for bad
 * events. The consumer handles the first event alone, and starts only when the expected number of
 * events has arrived.
 */
function startTogether(expected = 1, isBad = (_: ReceivedEvent, __: number): unknown => undefined) {
  const sizes: number[] = [];
  startWith({
    togetherMax: 10,
    concurrency: 2,
    async handle(events, tx) {
      sizes.push(events.length);
      if (sizes.length === 1) await haveCome(expected);
      for (const event of events) {
        await recordEffect(event, tx);
        const bad = isBad(event, events.length);
        if (bad !== undefined) throw bad;
      }
    },
  });
  return sizes;
}

/** Emits and relays the versions 1, 2, … of one aggregate. */
const announce = (aggregateId: string, versions = 1): Promise<string[]> =>
  announceAll(Array.from({ length: versions }, (_, n) => thingChanged(bench, aggregateId, n + 1)));

async function announceAll(events: DomainEvent[]): Promise<string[]> {
  const { service, systemPool: pool, link, logger } = bench;
  relay ??= createOutboxRelay({ service, pool, link, logger, replicas: 1 });
  relay.start();
  const ids = await emit(bench, events);
  relay.nudge();
  return ids;
}

/** Publishes a message to the stream without the relay. */
async function publish(headers: Record<string, string>, msgID: string): Promise<void> {
  await ensureStream(bench.nats, bench.service, 1);
  const subject = `${bench.service}.thing.changed`;
  const options = { headers: toNatsHeaders(headers), msgID };
  await bench.nats.jetstream().publish(subject, Buffer.from('again'), options);
}

async function effects(): Promise<string[]> {
  const { rows } = await bench.adminPool.query<{ text: string }>(
    `select aggregate_id || '@' || version as text from effects order by at`,
  );
  return rows.map(({ text }) => text);
}

const isRelayed = async (): Promise<boolean> =>
  (await count(bench.adminPool, 'outbox where published_at is null')) === 0;
const info = () => bench.manager.consumers.info(bench.stream, name);
/** Waits until this many unacknowledged events have arrived. */
async function haveCome(events: number): Promise<void> {
  await until(async () => (await info()).num_ack_pending >= events);
  // NATS has sent all messages; messages in flight arrive before the reply to this flush.
  await (await bench.link.ready()).flush();
}
const isSettled = async (): Promise<boolean> =>
  (await info()).num_ack_pending === 0 && (await info()).num_pending === 0;

test('every event is applied once, with all its data', async () => {
  const events: ReceivedEvent[] = [];
  startConsumer(async (event, tx) => {
    events.push(event);
    await recordEffect(event, tx);
  });
  const [id] = await announce('a');
  await until(() => settled.length === 1);
  expect(events).toMatchObject([
    { ...thingChanged(bench, 'a', 1), payload: expect.anything(), id, orgId: bench.orgId },
  ]);
  expect(Buffer.from(events[0]!.payload).toString()).toBe('a@1');
  expect(await effects()).toEqual(['a@1']);
  await until(isSettled);
});

test('the durable consumer has the agreed limits and no server-side backoff', async () => {
  startConsumer(recordEffect, 4);
  await announce('a');
  await until(() => settled.length === 1);
  const { config } = await info();
  expect(config).toMatchObject({
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(30_000),
    max_deliver: 6,
    max_ack_pending: 8,
    filter_subject: 'messaging_consumer.thing.changed',
  });
  expect(config.backoff).toBeUndefined();
});

test('a message that is redelivered in any form has no second effect', async () => {
  startConsumer();
  const [id] = await announce('a');
  await until(() => settled.length === 1);
  const event = {
    ...thingChanged(bench, 'a', 1),
    id: id!,
    orgId: bench.orgId,
    occurredAt: new Date(),
  };
  await publish(toHeaders(event, bench.service), 'past the duplicate window');
  await until(() => settled.length === 2);
  expect(settled).toEqual(['handled', 'duplicate']);
  expect(await effects()).toEqual(['a@1']);
});

test('an event that NATS lost is consumed after it is published again', async () => {
  await announce('a', 3);
  await until(isRelayed);
  await bench.manager.streams.delete(bench.stream);
  startConsumer();
  await unpublishSince(bench.systemPool, new Date(0));
  await until(() => settled.length === 3);
  expect(await effects()).toEqual(['a@1', 'a@2', 'a@3']);
});

test('a purged stream accepts events again that it stored moments before', async () => {
  await announce('a', 2);
  await until(isRelayed);
  await bench.manager.streams.purge(bench.stream);
  startConsumer();
  await unpublishSince(bench.systemPool, new Date(0));
  await until(() => settled.length === 2);
  expect(await effects()).toEqual(['a@1', 'a@2']);
});

test('republishing the whole outbox has no second effect', async () => {
  startConsumer();
  await announce('a', 5);
  await until(() => settled.length === 5);
  // The relay marks events only after it has published them, so this wait ends when the stream
  // contains all events.
  await until(isRelayed);
  await bench.manager.streams.delete(bench.stream);
  expect(await unpublishSince(bench.systemPool, new Date(0))).toBe(5);
  await until(() => settled.length === 10);
  expect(await count(bench.adminPool, 'effects')).toBe(5);
});

test('a failed handler has no effect and receives the event again a second later', async () => {
  const tries: number[] = [];
  const looked = Promise.withResolvers<void>();
  startConsumer(async (event, tx) => {
    tries.push(Date.now());
    if (tries.length === 2) await looked.promise;
    await recordEffect(event, tx);
    if (tries.length === 1) throw new Error('deadlock detected');
  });
  await announce('a');
  await until(() => settled.length === 1);
  expect(await count(bench.adminPool, 'inbox')).toBe(0);
  looked.resolve();
  await until(() => settled.length === 2);
  expect(settled).toEqual(['retried', 'handled']);
  expect(tries[1]! - tries[0]!).toBeGreaterThanOrEqual(990);
  expect(await effects()).toEqual(['a@1']);
});

test('an event that does not concern the consumer is acknowledged without a transaction', async () => {
  startWith({
    handle: ([event], tx) => recordEffect(event!, tx),
    concurrency: 1,
    concerns: ({ aggregateVersion }) => aggregateVersion !== 1,
  });
  await announce(uuidv7(), 2);
  await until(() => settled.length === 2);
  expect(settled).toEqual(['handled', 'handled']);
  expect(await effects()).toHaveLength(1);
  expect(await count(bench.adminPool, 'inbox')).toBe(1);
});

test('a waiting event for which isOfSet returns false is handled only with events of its aggregate', async () => {
  const groups: string[][] = [];
  startWith({
    togetherMax: 10,
    concurrency: 1,
    isOfSet: ({ aggregateVersion }) => aggregateVersion === 1,
    async handle(events, tx) {
      groups.push(events.map((one) => `${one.aggregateId}@${one.aggregateVersion}`).sort());
      if (groups.length === 1) await haveCome(7);
      for (const event of events) await recordEffect(event, tx);
    },
  });
  await announce('first');
  await until(() => groups.length === 1);
  const of = (id: string, version: number) => thingChanged(bench, id, version);
  await announceAll([of('a', 1), of('b', 1), of('b', 2), of('c', 2), of('b', 3), of('d', 1)]);
  await until(() => settled.length === 7);
  expect(groups.map((group) => group.join()).sort()).toEqual([
    'a@1,b@1,d@1',
    'b@2,b@3',
    'c@2',
    'first@1',
  ]);
});

describe('database outages', () => {
  /**
   * Returns a pool that counts its queries, and whose database is unreachable until the test calls
   * `returned`.
   */
  function awayPool() {
    const state = { isAway: true, asked: 0 };
    const gone = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const query = (sql: string) => {
      state.asked += 1;
      return state.isAway ? gone() : bench.systemPool.query(sql);
    };
    const handle = async (events: readonly ReceivedEvent[], tx: SqlExecutor) => {
      if (state.isAway) await gone();
      for (const event of events) await recordEffect(event, tx);
    };
    return { state, pool: { query } as Pick<Pool, 'query'>, handle };
  }

  test.each([1, 10])(
    'events wait for the database and do not count as failed (together: %d)',
    async (togetherMax) => {
      const { state, pool, handle } = awayPool();
      await announce('a', 3);
      await until(isRelayed);
      startWith({ concurrency: 1, togetherMax, handle }, pool);
      await until(() => state.asked === 3);
      expect(settled).toEqual([]);
      state.isAway = false;
      await until(() => settled.length === 3);
      expect(settled).toEqual(['handled', 'handled', 'handled']);
      expect(await effects()).toEqual(['a@1', 'a@2', 'a@3']);
      await until(isSettled);
      expect((await info()).num_redelivered).toBe(0);
      const messages = bench.logged.map((line) => line['msg']);
      const outage = messages.filter((text) => String(text).startsWith('the database of'));
      expect(outage).toEqual([
        'the database of consumer test-things is failing; retrying',
        'the database of consumer test-things has recovered',
      ]);
    },
  );

  test('a consumer reports to NATS that events are in progress, however long the database outage lasts', async () => {
    const intervals = jest.spyOn(globalThis, 'setInterval');
    const { state, pool, handle } = awayPool();
    startWith({ concurrency: 1, handle }, pool);
    const remind = intervals.mock.calls.find(([, ms]) => ms === 10_000)![0] as () => void;
    intervals.mockRestore();
    await announce('a');
    await until(() => state.asked > 0);
    const answers = await watchAnswers();
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    remind();
    now.mockRestore();
    await (await bench.link.ready()).flush();
    await bench.nats.flush();
    expect(answers).toEqual(['+WPI']);
    state.isAway = false;
    await until(() => settled.length === 1);
  });

  test('a consumer stops immediately and returns its waiting events to NATS', async () => {
    const { state, pool, handle } = awayPool();
    await announce('a');
    const consumer = startWith({ concurrency: 1, handle }, pool);
    await until(() => state.asked > 0);
    await consumer.stop();
    startConsumer();
    await until(() => settled.includes('handled'));
    expect(await effects()).toEqual(['a@1']);
  });
});

test('a process that is killed after its commit causes a redelivery but no second effect', async () => {
  await announce('a');
  await until(
    async () => (await count(bench.adminPool, 'outbox where published_at is null')) === 0,
  );
  expect(await runConsumerUntilKilled()).toBe('SIGKILL');
  expect(await effects()).toEqual(['a@1']);
  expect((await info()).num_ack_pending).toBe(1);
  // The test waits until NATS has detected the end of the process, because until then NATS counts
  // the dead process's pull requests.
  await until(async () => (await info()).num_waiting === 0);
  startConsumer();
  await shortenAckWait();
  await until(() => settled.length === 1);
  expect(settled).toEqual(['duplicate']);
  expect(await effects()).toEqual(['a@1']);
});

/** Runs the consumer of this file in a separate process, which is killed right after its commit. */
function runConsumerUntilKilled(): Promise<NodeJS.Signals | null> {
  const source = `
    import { Pool } from 'pg';
    import { pino } from 'pino';
    import { transaction } from '../../test/one-transaction';
    import { connectNats } from './connection';
    import { createConsumer } from './consumer';
    const logger = pino({ level: 'silent' });
    const pool = new Pool({ connectionString: process.env.APP_URL });
    createConsumer({
      ...JSON.parse(process.env.CONSUMER),
      concurrency: 1,
      transaction: (_, work) => transaction(pool, work),
      handle: async ([event], tx) => {
        const values = [event.aggregateId, event.aggregateVersion];
        await tx.rows('insert into effects (aggregate_id, version) values ($1, $2)', values);
      },
      link: connectNats({ url: process.env.NATS_URL, name: 'doomed', logger }),
      pool,
      logger,
    }).start();`;
  const subject = `${bench.service}.thing.changed`;
  return runUntilKilled(__dirname, source, {
    APP_URL: bench.appUrl,
    NATS_URL: bench.linkUrl,
    CONSUMER: JSON.stringify({ name, stream: bench.stream, subject }),
    FAILPOINTS: 'consumer.committed@1',
  });
}

/**
 * Shortens the time after which NATS redelivers an unacknowledged message, because the default of
 * thirty seconds is too long for a test. The next consumer session restores the default.
 */
async function shortenAckWait(): Promise<void> {
  await until(() =>
    info().then(
      ({ num_waiting }) => num_waiting > 0,
      () => false,
    ),
  );
  await bench.manager.consumers.update(bench.stream, name, { ack_wait: nanos(1_000) });
}

describe('failing events', () => {
  test('an event that cannot be processed is terminated immediately, stored with the reason, and blocks no other event', async () => {
    startConsumer(async (event, tx) => {
      if (event.aggregateVersion === 2) throw new InvalidEvent('no such currency: XXX');
      await recordEffect(event, tx);
    });
    const ids = await announce('a', 3);
    await until(() => settled.length === 3);
    expect(settled).toEqual(['handled', 'dead', 'handled']);
    const { rows } = await bench.adminPool.query('select * from dead_letters');
    expect(rows).toMatchObject([
      {
        consumer: name,
        stream: bench.stream,
        message_id: ids[1],
        org_id: bench.orgId,
        subject: 'messaging_consumer.thing.changed',
        payload: Buffer.from('a@2'),
        reason: 'terminated',
        detail: 'no such currency: XXX',
        deliveries: 1,
        replayed_at: null,
      },
    ]);
    await until(isSettled);
    expect((await info()).num_redelivered).toBe(0);
  });

  test('an event with foreign headers is terminated too', async () => {
    startConsumer();
    await publish({ 'ce-id': 'seven' }, 'x');
    await until(() => settled.length === 1);
    const { rows } = await bench.adminPool.query(
      'select message_id, org_id, detail from dead_letters',
    );
    expect(rows[0]).toMatchObject({ message_id: 'seven', org_id: null });
    expect(rows[0].detail).toContain('bad header ce-id, ce-time, timbre-org-id');
    await until(isSettled);
  });

  test('an event whose payload is another message is terminated too', async () => {
    const request = { decode: (bytes: Uint8Array) => exchange.RequestScope.decode(bytes) };
    startConsumer((event) => Promise.resolve(void readPayload(request, event.payload)));
    await announce('a');
    await until(() => settled.length === 1);
    expect(settled).toEqual(['dead']);
    const { rows } = await bench.adminPool.query(
      'select reason, detail, deliveries from dead_letters',
    );
    expect(rows).toMatchObject([{ reason: 'terminated', deliveries: 1 }]);
    expect(rows[0].detail).toContain('payload cannot be read');
    await until(isSettled);
  });

  test('an event with values that PostgreSQL cannot store is terminated too', async () => {
    startConsumer(async (event, tx) => {
      await tx.rows('select * from outbox where id = $1::uuid', [event.aggregateId]);
    });
    await announce('no uuid');
    await until(() => settled.length === 1);
    expect(settled).toEqual(['dead']);
    await until(isSettled);
  });
});

test('an event that fails six times becomes a dead letter and blocks no other event', async () => {
  await ensureStream(bench.nats, bench.service, 1);
  startConsumer(() => Promise.reject(new Error('still no such contact')));
  await until(() =>
    info().then(
      () => true,
      () => false,
    ),
  );
  await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()));
  await announce('a');
  await failDeliveries(5);
  startConsumer(() => Promise.reject(new Error('still no such contact')));
  await until(() => settled.length === 1);
  expect(settled).toEqual(['dead']);
  const { rows } = await bench.adminPool.query(
    'select reason, detail, deliveries from dead_letters',
  );
  const detail = 'still no such contact';
  expect(rows).toEqual([{ reason: 'max_deliveries', detail, deliveries: 6 }]);
  await until(isSettled);
});

/** Makes all delivery attempts of an event fail, without the delays between them. */
async function failDeliveries(times: number): Promise<void> {
  const consumer = await bench.nats.jetstream().consumers.get(bench.stream, name);
  for (let n = 0; n < times; n += 1) {
    const message = await consumer.next({ expires: 30_000 });
    message!.nak();
  }
  await bench.nats.flush();
}

test('events of different aggregates are processed concurrently, and events of one aggregate keep their order', async () => {
  const running = new Set<string>();
  let most = 0;
  startConsumer(async (event, tx) => {
    expect(running).not.toContain(event.aggregateId);
    running.add(event.aggregateId);
    most = Math.max(most, running.size);
    await recordEffect(event, tx);
    // Each handler waits until three handlers run, so the test does not depend on the machine's
    // speed. The pause afterwards gives a fourth handler time to start, which would be an error.
    await until(() => most >= 3);
    await new Promise((resolve) => setTimeout(resolve, 20));
    running.delete(event.aggregateId);
  }, 3);
  const versions = [1, 2, 3, 4, 5, 6];
  await announceAll(
    versions.flatMap((version) =>
      ['a', 'b', 'c', 'd'].map((id) => thingChanged(bench, id, version)),
    ),
  );
  await until(() => settled.length === 24);
  expect(settled).toEqual(Array(24).fill('handled'));
  expect(most).toBe(3);
  for (const id of ['a', 'b', 'c', 'd']) {
    const own = (await effects()).filter((text) => text.startsWith(id));
    expect(own).toEqual(versions.map((version) => `${id}@${version}`));
  }
});

/** Records the acknowledgements of all further deliveries. */
async function watchAnswers(): Promise<string[]> {
  const answers: string[] = [];
  bench.nats.subscribe(`$JS.ACK.${bench.stream}.${name}.>`, {
    callback: (_, { data }) => void answers.push(Buffer.from(data).toString()),
  });
  await bench.nats.flush();
  return answers;
}

test('long work reports progress to NATS, which does not redeliver the event', async () => {
  const intervals = jest.spyOn(globalThis, 'setInterval');
  const gate = Promise.withResolvers<void>();
  startConsumer(() => gate.promise);
  const remind = intervals.mock.calls.find(([, ms]) => ms === 10_000)![0] as () => void;
  intervals.mockRestore();
  await announce('a');
  await until(() =>
    info().then(
      ({ num_ack_pending }) => num_ack_pending === 1,
      () => false,
    ),
  );
  const answers = await watchAnswers();
  remind();
  await until(() => answers.includes('+WPI'));
  gate.resolve();
  await until(() => settled.length === 1);
});

test('a consumer may start before its stream exists', async () => {
  startConsumer();
  await until(() => bench.logged.length > 0);
  await announce('a');
  await until(() => settled.length === 1);
  const messages = bench.logged.map((line) => line['msg']);
  // The consumer waits without a warning, and does not create the stream of another service.
  expect(messages).toEqual(['waiting for the owner of the stream', 'event applied']);
});

test('an event whose headers name another service becomes a dead letter', async () => {
  startConsumer();
  const event = { ...thingChanged(bench, 'a', 1), id: uuidv7(), orgId: bench.orgId };
  const headers = toHeaders({ ...event, occurredAt: new Date() }, 'commerce');
  await publish(headers, event.id);
  await until(() => settled.includes('dead'));
  expect(await effects()).toEqual([]);
  const { rows } = await bench.systemPool.query('select reason, detail from dead_letters');
  const detail = `${bench.service}.thing.changed names the source commerce`;
  expect(rows).toEqual([{ reason: 'terminated', detail }]);
});

test('a consumer continues after a NATS outage', async () => {
  startConsumer();
  await announce('a');
  await until(() => settled.length === 1);
  bench.proxy.set({ kind: 'reset' });
  await until(() => !bench.link.isConnected());
  await announce('b');
  bench.proxy.set({ kind: 'none' });
  await until(() => settled.length === 2);
  expect(await effects()).toEqual(['a@1', 'b@1']);
});

test('a lost durable consumer is created again, and no effect is repeated', async () => {
  startConsumer();
  await announce('a', 3);
  await until(() => settled.length === 3);
  await bench.manager.consumers.delete(bench.stream, name);
  await announce('b');
  await until(() => settled.length === 7);
  expect(await effects()).toEqual(['a@1', 'a@2', 'a@3', 'b@1']);
});

test('a stopping consumer finishes running work and returns waiting messages to NATS', async () => {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const first = startConsumer(async (event, tx) => {
    begun.resolve();
    await gate.promise;
    await recordEffect(event, tx);
  });
  await announce('a', 2);
  await begun.promise;
  await until(() =>
    info().then(
      ({ num_ack_pending }) => num_ack_pending === 2,
      () => false,
    ),
  );
  // NATS has sent both messages; messages in flight arrive before the reply to this flush.
  await (await bench.link.ready()).flush();
  const stopped = first.stop();
  gate.resolve();
  await stopped;
  expect(await effects()).toEqual(['a@1']);
  startConsumer();
  await until(async () => (await effects()).length === 2);
  expect(await effects()).toEqual(['a@1', 'a@2']);
  await until(isSettled);
});

test('two processes with the same durable name share the events', async () => {
  const handledBy = [0, 0];
  const handle =
    (process: 0 | 1): Handle =>
    async (event, tx) => {
      handledBy[process]! += 1;
      await recordEffect(event, tx);
    };
  await ensureStream(bench.nats, bench.service, 1);
  startConsumer(handle(0));
  startConsumer(handle(1));
  // The loop publishes more events until each process has received an event, because NATS
  // distributes events at random.
  let announced = 0;
  for (; announced < 40 || (Math.min(...handledBy) === 0 && announced < 2_000); announced += 1)
    await announce(`t${announced}`);
  await until(() => settled.length === announced);
  expect(await count(bench.adminPool, 'effects')).toBe(announced);
  expect(Math.min(...handledBy)).toBeGreaterThan(0);
});

describe('waiting events', () => {
  test('waiting events of an organization are applied in one transaction, in their order', async () => {
    await announce('a', 9);
    await until(isRelayed);
    const sizes = startTogether(9);
    await until(() => settled.length === 9);
    expect(settled).toEqual(Array(9).fill('handled'));
    expect(sizes).toEqual([1, 8]);
    expect(await effects()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((version) => `a@${version}`));
    expect(await count(bench.adminPool, 'inbox')).toBe(9);
    await until(isSettled);
  });

  test('waiting events are each applied once when they are redelivered among new events', async () => {
    await announce('a', 5);
    await until(isRelayed);
    startTogether(5);
    await until(() => settled.length === 5);
    await bench.manager.streams.delete(bench.stream);
    await unpublishSince(bench.systemPool, new Date(0));
    await announce('b', 5);
    await until(() => settled.length === 15);
    expect(settled.filter((outcome) => outcome === 'handled')).toHaveLength(10);
    expect(await count(bench.adminPool, 'effects')).toBe(10);
    await until(isSettled);
  });

  test('waiting events are applied in halves when one of them fails, and only that one becomes a dead letter', async () => {
    await announceAll(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => thingChanged(bench, id, 1)));
    await until(isRelayed);
    const sizes = startTogether(6, ({ aggregateId }) =>
      aggregateId === 'd' ? new InvalidEvent('no such currency: XXX') : undefined,
    );
    await until(() => settled.length === 6);
    expect(settled.toSorted()).toEqual(['dead', ...Array<string>(5).fill('handled')]);
    expect(sizes).toEqual([1, 5, 3, 2, 1, 2]);
    const applied = await effects();
    expect(applied.toSorted()).toEqual(['a@1', 'b@1', 'c@1', 'e@1', 'f@1']);
    const { rows } = await bench.adminPool.query('select reason, detail from dead_letters');
    expect(rows).toEqual([{ reason: 'terminated', detail: 'no such currency: XXX' }]);
    const messages = bench.logged.map((line) => line['msg']);
    expect(messages).toContain('events failed together; their halves are handled');
    await until(isSettled);
  });

  test('waiting events are applied one by one, without a warning, when they are too many for one transaction', async () => {
    await announceAll(['a', 'b', 'c'].map((id) => thingChanged(bench, id, 1)));
    await until(isRelayed);
    const sizes = startTogether(3, (_, together) =>
      together > 1 ? new TooMuchTogether() : undefined,
    );
    await until(() => settled.length === 3);
    expect(settled).toEqual(Array(3).fill('handled'));
    expect(sizes).toEqual([1, 2, 1, 1]);
    expect((await effects()).toSorted()).toEqual(['a@1', 'b@1', 'c@1']);
    const messages = bench.logged.map((line) => line['msg']);
    expect(messages).not.toContain('events failed together; their halves are handled');
    await until(isSettled);
  });

  test('waiting events are returned to NATS if the consumer stops before it handles them one by one', async () => {
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sizes: number[] = [];
    await announceAll(['a', 'b', 'c', 'd', 'e'].map((id) => thingChanged(bench, id, 1)));
    await until(isRelayed);
    const consumer = startWith({
      togetherMax: 10,
      concurrency: 2,
      async handle(events, tx) {
        sizes.push(events.length);
        if (sizes.length === 1) await haveCome(5);
        for (const event of events) await recordEffect(event, tx);
        if (events.length === 1) return;
        begun.resolve();
        await gate.promise;
        throw new Error('deadlock detected');
      },
    });
    await begun.promise;
    const stopped = consumer.stop();
    gate.resolve();
    await stopped;
    expect(sizes).toEqual([1, 4]);
    startTogether();
    await until(async () => (await count(bench.adminPool, 'effects')) === 5);
    await until(isSettled);
    expect((await effects()).toSorted()).toEqual(['a@1', 'b@1', 'c@1', 'd@1', 'e@1']);
  });

  test('waiting events are handled together only if they belong to one organization', async () => {
    const others = { ...bench, orgId: uuidv7() };
    for (const from of [bench, others, bench, others]) {
      await emit(
        from,
        ['a', 'b', 'c'].map((id) => thingChanged(bench, id, 1)),
      );
    }
    const seen: Set<string>[] = [];
    let allHaveCome: Promise<void> | undefined;
    startWith({
      togetherMax: 10,
      concurrency: 2,
      handle: (events) => {
        seen.push(new Set(events.map((e) => e.orgId)));
        return (allHaveCome ??= haveCome(13));
      },
    });
    await announce('d');
    await until(() => settled.length === 13);
    expect(seen.every(({ size }) => size === 1)).toBe(true);
    // For each of the two organizations, one call handles the first event, and another call handles
    // the remaining events.
    expect(seen).toHaveLength(4);
  });
});
