import { runUntilKilled } from '../../test/crashing-process';
import {
  count,
  emit,
  startBench,
  streamed,
  thingChanged,
  until,
  type Bench,
} from '../../test/messaging-bench';
import { fromNatsHeaders, fromStream } from './envelope';
import { createOutboxRelay, type OutboxRelay, type OutboxRelayOptions } from './outbox-relay';
import { pruneTransport, unpublishSince } from './outbox-store';

let bench: Bench;
let relays: OutboxRelay[] = [];

beforeAll(async () => (bench = await startBench('messaging_relay')));
afterAll(() => bench.stop());
beforeEach(async () => {
  bench.proxy.set({ kind: 'none' });
  bench.logged.length = 0;
  await bench.adminPool.query('truncate outbox, inbox');
  await bench.manager.streams.delete(bench.stream).catch(() => false);
});
afterEach(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  relays = [];
});

function startRelay(
  published = (_: number): void => undefined,
  failed = (): void => undefined,
  storeLost = (): void => undefined,
  publicBody?: OutboxRelayOptions['publicBody'],
): OutboxRelay {
  const { service, systemPool: pool, link, logger } = bench;
  const metrics = { published, failed, storeLost };
  const own = { service, pool, link, logger, replicas: 1, metrics, publicBody };
  const relay = createOutboxRelay(own);
  relays.push(relay);
  relay.start();
  return relay;
}

const unpublished = (): Promise<number> =>
  count(bench.adminPool, 'outbox where published_at is null');
const isDrained = async (): Promise<boolean> => (await unpublished()) === 0;
const warnings = (): unknown[] => bench.logged.map((line) => line['msg']);

test('a nudge makes an idle relay publish within milliseconds', async () => {
  const relay = startRelay();
  const takesMs = async (version: number): Promise<number> => {
    await emit(bench, [thingChanged(bench, 'warm', version)]);
    await until(isDrained);
    // The relay is idle. Without a nudge, the relay would look for events only after almost a
    // second.
    const arrived = new Promise<number>((resolve) => {
      bench.nats.subscribe(`${bench.service}.>`, { max: 1, callback: () => resolve(Date.now()) });
    });
    await bench.nats.flush();
    await emit(bench, [thingChanged(bench, 'a', version)]);
    const committed = Date.now();
    relay.nudge();
    return (await arrived) - committed;
  };
  // Only one of ten events has to be published quickly, because a busy machine can delay some
  // events.
  let fastest = Infinity;
  for (let version = 1; version <= 10 && fastest >= 300; version += 1)
    fastest = Math.min(fastest, await takesMs(version));
  expect(fastest).toBeLessThan(300);
});

test('if the writer of an event crashes before the nudge, the next poll publishes the event', async () => {
  await emit(bench, [thingChanged(bench, 'a', 1)]);
  startRelay();
  await until(isDrained);
  expect(await streamed(bench)).toEqual(['a@1']);
});

test('the published message contains the event, its identity and its trace', async () => {
  const [id] = await emit(bench, [thingChanged(bench, 'a', 3)]);
  startRelay();
  await until(isDrained);
  const { header, subject } = await bench.manager.streams.getMessage(bench.stream, { seq: 1 });
  expect(subject).toBe('messaging_relay.thing.changed');
  const names = ['Nats-Msg-Id', 'ce-id', 'ce-type', 'ce-source', 'timbre-org-id'];
  expect(names.map((name) => header.get(name))).toEqual([
    id, id, subject, bench.service, bench.orgId,
  ]); // prettier-ignore
  expect(header.get('timbre-aggregate-version')).toBe('3');
});

test('the published message contains the public form if the event has one', async () => {
  const body = '{"data":{"name":"Ñandú \\n ☃"}}';
  const shown: Record<number, () => string | undefined> = {
    1: () => body,
    2: () => undefined,
    3: () => {
      throw new Error('no form');
    },
  };
  startRelay(undefined, undefined, undefined, (event) => shown[event.aggregateVersion]!());
  await emit(
    bench,
    [1, 2, 3].map((version) => thingChanged(bench, 'a', version)),
  );
  await until(isDrained);
  const bodies = [1, 2, 3].map(async (seq) => {
    const { header, subject, data } = await bench.manager.streams.getMessage(bench.stream, { seq });
    return fromStream(bench.stream, subject, fromNatsHeaders(header), data).publicBody;
  });
  expect(await Promise.all(bodies)).toEqual([body, null, undefined]);
  expect(warnings()).toEqual(['an event has no public form']);
});

test('two relays share the work and publish each event once', async () => {
  const done = [0, 0];
  const both = [0, 1].map((n) => startRelay((published) => (done[n]! += published)));
  // The loop emits more events until each relay has published some, because relays claim the
  // batches at random.
  let emitted = 0;
  while (emitted < 2_000 || (Math.min(...done) === 0 && emitted < 20_000)) {
    const events = Array.from({ length: 100 }, (_, n) => thingChanged(bench, `${emitted}-${n}`, 1));
    await emit(bench, events);
    emitted += events.length;
    both.forEach((relay) => relay.nudge());
  }
  await until(isDrained);
  // The test waits, because a relay counts its events only after the commit, which other sessions
  // can already see.
  await until(() => done[0]! + done[1]! >= emitted);
  expect(done[0]! + done[1]!).toBe(emitted);
  expect(Math.min(...done)).toBeGreaterThan(0);
  expect((await bench.manager.streams.info(bench.stream)).state.messages).toBe(emitted);
});

test('two relays keep the order of every aggregate', async () => {
  const aggregates = Array.from({ length: 20 }, (_, n) => `thing-${n}`);
  const both = [startRelay(), startRelay()];
  for (let version = 1; version <= 50; version += 1) {
    await emit(
      bench,
      aggregates.map((id) => thingChanged(bench, id, version)),
    );
    both.forEach((relay) => relay.nudge());
  }
  await until(isDrained);
  const texts = await streamed(bench);
  expect(texts).toHaveLength(1_000);
  for (const id of aggregates) {
    const versions = texts.filter((text) => text.startsWith(`${id}@`));
    expect(versions).toEqual(Array.from({ length: 50 }, (_, n) => `${id}@${n + 1}`));
  }
});

test('the events of one aggregate keep their order under two relays', async () => {
  for (let from = 1; from <= 450; from += 50) {
    await emit(
      bench,
      Array.from({ length: 50 }, (_, n) => thingChanged(bench, 'hot', from + n)),
    );
  }
  startRelay();
  startRelay();
  await until(isDrained);
  expect(await streamed(bench)).toEqual(Array.from({ length: 450 }, (_, n) => `hot@${n + 1}`));
});

test('a relay killed between publishing and marking causes only one message', async () => {
  await emit(bench, [thingChanged(bench, 'a', 1), thingChanged(bench, 'b', 1)]);
  expect(await runRelayUntilKilled()).toBe('SIGKILL');
  expect((await streamed(bench)).toSorted()).toEqual(['a@1', 'b@1']);
  expect(await unpublished()).toBe(2);
  startRelay();
  await until(isDrained);
  expect((await streamed(bench)).toSorted()).toEqual(['a@1', 'b@1']);
});

function runRelayUntilKilled(): Promise<NodeJS.Signals | null> {
  const source = `
    import { Pool } from 'pg';
    import { pino } from 'pino';
    import { connectNats } from './connection';
    import { createOutboxRelay } from './outbox-relay';
    const logger = pino({ level: 'silent' });
    createOutboxRelay({
      service: ${JSON.stringify(bench.service)},
      pool: new Pool({ connectionString: process.env.SYSTEM_URL }),
      link: connectNats({ url: process.env.NATS_URL, name: 'doomed', logger }),
      logger,
      replicas: 1,
    }).start();`;
  return runUntilKilled(__dirname, source, {
    SYSTEM_URL: bench.systemUrl,
    NATS_URL: bench.linkUrl,
    FAILPOINTS: 'outbox.published@1',
  });
}

test('while NATS is down, writes succeed and the lag grows; afterwards the relay catches up', async () => {
  const relay = startRelay();
  await until(() => bench.link.isConnected());
  bench.proxy.set({ kind: 'reset' });
  await until(() => !bench.link.isConnected());
  for (let version = 1; version <= 5; version += 1) {
    await emit(bench, [thingChanged(bench, 'a', version)]);
    relay.nudge();
  }
  await until(async () => (await relay.backlog()).lagSeconds > 0.2);
  expect(await unpublished()).toBe(5);
  expect(warnings()).toContain('the connection to NATS is failing; retrying');
  expect(warnings()).toHaveLength(new Set(warnings()).size);
  bench.proxy.set({ kind: 'none' });
  await until(isDrained);
  expect(await streamed(bench)).toEqual(['a@1', 'a@2', 'a@3', 'a@4', 'a@5']);
  expect(await relay.backlog()).toEqual({ lagSeconds: 0, waiting: 0 });
});

test('lost acknowledgements lose no event and preserve the order', async () => {
  startRelay();
  await emit(bench, [thingChanged(bench, 'a', 1)]);
  await until(isDrained);
  // The stream exists and the relay is idle, so the next bytes from NATS are acknowledgements.
  bench.proxy.set({ kind: 'cut', afterBytes: 40 });
  await emit(
    bench,
    [2, 3, 4].map((version) => thingChanged(bench, 'a', version)),
  );
  await until(() => !bench.link.isConnected());
  bench.proxy.set({ kind: 'none' });
  await until(isDrained);
  expect(await streamed(bench)).toEqual(['a@1', 'a@2', 'a@3', 'a@4']);
});

test('a stream that NATS lost is created again, and the loss is logged and counted', async () => {
  let failures = 0;
  let losses = 0;
  startRelay(
    undefined,
    () => (failures += 1),
    () => (losses += 1),
  );
  await emit(bench, [thingChanged(bench, 'a', 1)]);
  await until(isDrained);
  await bench.manager.streams.delete(bench.stream);
  await emit(bench, [thingChanged(bench, 'a', 2)]);
  await until(isDrained);
  await until(() => warnings().includes('publishing the outbox has recovered'));
  expect(await streamed(bench)).toEqual(['a@2']);
  expect([failures, losses]).toEqual([1, 1]);
  expect(warnings()).toEqual([
    'publishing the outbox is failing; retrying',
    'NATS lost published events; the command republish sends them again',
    'publishing the outbox has recovered',
  ]);
});

test('republishing publishes all events since the given time again, in order', async () => {
  startRelay();
  await emit(bench, [thingChanged(bench, 'old', 1)]);
  await until(isDrained);
  const { rows } = await bench.adminPool.query<{ now: Date }>('select clock_timestamp() as now');
  await bench.adminPool.query(`update outbox set published_at = now() - interval '1 hour'`);
  await emit(
    bench,
    [1, 2, 3].map((version) => thingChanged(bench, 'a', version)),
  );
  await until(isDrained);
  await bench.manager.streams.delete(bench.stream);
  expect(await unpublishSince(bench.systemPool, rows[0]!.now)).toBe(3);
  await until(isDrained);
  expect(await streamed(bench)).toEqual(['a@1', 'a@2', 'a@3']);
});

test('republishing ends even if the relay marks the rows again in the meantime', async () => {
  startRelay();
  const events = Array.from({ length: 100 }, (_, n) => thingChanged(bench, `t${n}`, 1));
  for (let batch = 0; batch < 25; batch += 1) await emit(bench, events);
  await until(isDrained);
  expect(await unpublishSince(bench.systemPool, new Date(0))).toBe(2_500);
  await until(isDrained);
});

test('a stopping relay publishes the events that are ready', async () => {
  const relay = startRelay();
  await until(() => bench.link.isConnected());
  // The number of events is the batch size plus one.
  const events = Array.from({ length: 101 }, (_, n) => thingChanged(bench, `t${n}`, 1));
  await emit(bench, events);
  await relay.stop();
  expect(await unpublished()).toBe(0);
});

test('a relay stops immediately while NATS is down', async () => {
  // The limit is shorter than the 5 s for which a stopping relay may continue to publish.
  let fastestMs = Infinity;
  for (let version = 1; version <= 3 && fastestMs >= 4_500; version += 1) {
    bench.proxy.set({ kind: 'none' });
    await until(() => bench.link.isConnected());
    const relay = startRelay();
    bench.proxy.set({ kind: 'reset' });
    await until(() => !bench.link.isConnected());
    await emit(bench, [thingChanged(bench, 'a', version)]);
    const begun = Date.now();
    await relay.stop();
    fastestMs = Math.min(fastestMs, Date.now() - begun);
  }
  // The limit is shorter than the 5 s for which a stopping relay may continue to publish.
  expect(fastestMs).toBeLessThan(4_500);
});

test('a lost database session stops neither the relay nor the process', async () => {
  startRelay();
  await until(() => bench.link.isConnected());
  await bench.adminPool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'messaging_relay_system'`,
  );
  await emit(bench, [thingChanged(bench, 'a', 1)]);
  await until(isDrained);
});

test('pruning removes rows past their retention and nothing else', async () => {
  const events = Array.from({ length: 600 }, (_, n) => thingChanged(bench, `t${n}`, 1));
  const [waiting, fresh] = await emit(bench, events);
  await bench.adminPool.query(
    `update outbox set published_at = now() - interval '7 days 1 minute'`,
  );
  await bench.adminPool.query('update outbox set published_at = null where id = $1', [waiting]);
  await bench.adminPool.query(
    `update outbox set published_at = now() - interval '6 days 23 hours' where id = $1`, [fresh],
  ); // prettier-ignore
  await bench.adminPool.query(
    `insert into inbox (consumer, message_id, received_at) values
      ('c', gen_random_uuid(), now() - interval '31 days'), ('c', $1, now() - interval '29 days')`,
    [fresh],
  );
  await pruneTransport(bench.systemPool);
  const { rows } = await bench.adminPool.query<{ id: string }>('select id from outbox order by id');
  expect(rows.map(({ id }) => id)).toEqual([waiting, fresh]);
  expect(await count(bench.adminPool, 'inbox')).toBe(1);
});
