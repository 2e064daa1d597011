import { emit, startBench, thingChanged, type Bench } from '../../test/messaging-bench';
import { payloadBytesMax } from './event';
import { messagingTables } from './tables';

let bench: Bench;
beforeAll(async () => (bench = await startBench('messaging_tables')));
afterAll(() => bench.stop());

const denied = /permission denied/;

test('a request can add rows to the outbox, but cannot read or change them', async () => {
  await emit(bench, [thingChanged(bench, 'a', 1)]);
  for (const sql of [
    'select * from outbox',
    'update outbox set published_at = now()',
    'delete from outbox',
    'truncate outbox',
  ]) {
    await expect(bench.appPool.query(sql)).rejects.toThrow(denied);
  }
});

test('a request can add and read inbox rows, but cannot delete them', async () => {
  const insert = 'insert into inbox (consumer, message_id) values ($1, $2) returning message_id';
  await bench.appPool.query(insert, ['c', bench.orgId]);
  await expect(bench.appPool.query(insert, ['c', bench.orgId])).rejects.toThrow(/duplicate key/);
  for (const sql of ['delete from inbox', 'update inbox set consumer = null']) {
    await expect(bench.appPool.query(sql)).rejects.toThrow(denied);
  }
});

test('a request has no access to the dead letters', async () => {
  for (const sql of ['select * from dead_letters', 'delete from dead_letters']) {
    await expect(bench.appPool.query(sql)).rejects.toThrow(denied);
  }
});

test('the system role can read and write all three tables', async () => {
  for (const table of ['outbox', 'inbox', 'dead_letters']) {
    await bench.systemPool.query(`select * from ${table} for update`);
    await bench.systemPool.query(`delete from ${table}`);
  }
});

describe('an event that NATS would never accept is rejected when it is written', () => {
  test.each([
    ['a subject of another service', { subject: 'commerce.thing.changed' }],
    [
      'a service name that only begins with the name of the service',
      { subject: 'messaging_tables2.thing.changed' },
    ],
    ['a subject of two tokens', { subject: 'messaging_tables.thing' }],
    ['a wildcard', { subject: 'messaging_tables.thing.*' }],
    ['a payload above the limit', { payload: Buffer.alloc(payloadBytesMax + 1) }],
  ])('%s', async (_, change) => {
    const event = { ...thingChanged(bench, 'a', 1), ...change };
    await expect(emit(bench, [event])).rejects.toThrow(/violates check constraint/);
  });

  test('a payload at the limit is accepted', async () => {
    await emit(bench, [{ ...thingChanged(bench, 'a', 1), payload: Buffer.alloc(payloadBytesMax) }]);
  });
});

test('the roles are named after the service by default', () => {
  expect(messagingTables('fiscal-cfdi').join()).toContain('"fiscal_cfdi_app"');
  const given = messagingTables('fiscal-cfdi', { app: 'web', system: 'jobs' }).join();
  expect(given).toContain('insert on outbox to "web"');
  expect(given).not.toContain('fiscal_cfdi_app');
});
