import { startDatabase, startFaultProxy, testPool, type TestDatabase } from '@timbre/testkit';
import type { Socket } from 'node:net';
import { Client, type Pool } from 'pg';
import { beginBound } from '../operation/runtime';
import { Transaction } from '../operation/transaction';
import { createLogger } from '../telemetry/logger';
import { openDatabase, type Database } from './database';
import { translateDatabaseError } from './errors';
import { onPool } from './pipelines';

let server: TestDatabase;
let admin: Pool;
let database: Database;
beforeAll(async () => {
  server = await startDatabase('kit_connection', () => Promise.resolve());
  admin = testPool(server.adminUrl, 1);
  const logger = createLogger('kit', 'silent');
  database = await openDatabase({
    url: server.appUrl,
    entities: [],
    poolSize: 2,
    name: 'lost-connections',
    logger,
    acquireTimeoutMs: 30_000,
  });
});
afterAll(async () => {
  await database.close();
  await admin.end();
  await server.drop();
});

const organizationId = '01890000-0000-7000-8000-000000000000';

/** Closes every connection to the database, as a server does when it shuts down immediately. */
const loseConnections = () =>
  admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'lost-connections'`,
  );

test.each([
  ['committed', (em: Awaited<ReturnType<typeof beginBound>>) => em.commit()],
  ['rolled back', () => Promise.resolve()],
])('a connection lost before it is %s frees its place in the pool', async (_, end) => {
  for (let round = 0; round < 2; round += 1) {
    const both = [
      await beginBound(database, { organizationId }),
      await beginBound(database, { organizationId }),
    ];
    await loseConnections();
    for (const em of both) {
      await end(em).catch(() => undefined);
      await em.rollback().catch(() => undefined);
    }
  }
  const em = await beginBound(database, { organizationId });
  expect(await em.execute('select 1 as one')).toEqual([{ one: 1 }]);
  await em.commit();
});

test('a connection that is lost during begin frees its place in the pool and runs no further statement', async () => {
  const { query } = Client.prototype;
  const losing = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client & { connection?: { stream: Socket } },
    ...given: unknown[]
  ) {
    if (given[0] === 'begin') this.connection?.stream.destroy();
    return Reflect.apply(query, this, given) as void;
  });
  for (let round = 0; round < 3; round += 1) {
    const refused = await beginBound(database, { organizationId }).catch(translateDatabaseError);
    expect(refused).toMatchObject({ code: 'provider_unavailable' });
  }
  losing.mockRestore();
  const em = await beginBound(database, { organizationId });
  expect(await em.execute('select 1 as one')).toEqual([{ one: 1 }]);
  await em.commit();
});

test('the connection to a server that stops responding is closed, and its statements in flight fail', async () => {
  const url = new URL(server.appUrl);
  const proxy = await startFaultProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `${proxy.host}:${proxy.port}`;
  const logger = createLogger('kit', 'silent');
  const behind = await openDatabase({
    url: url.href,
    entities: [],
    poolSize: 1,
    name: 'silent',
    logger,
    acquireTimeoutMs: 30_000,
    answerTimeoutMs: 5_000,
  });
  const text = 'select 1 as one, pg_backend_pid() as pid';
  const one = () => behind.statements.query<{ pid: number }>({ name: 'one', text });
  const viaOrm = async () => {
    const em = await beginBound(behind, { organizationId });
    try {
      return await em.execute('select 1 as one');
    } finally {
      await em.rollback();
    }
  };
  expect(await viaOrm()).toEqual([{ one: 1 }]);
  const { rows } = await behind.pool.query<{ pid: number }>(text);
  // The pool runs the statements until the first pipeline is open.
  while ((await one()).rows[0]!.pid === rows[0]!.pid);
  proxy.set({ kind: 'blackhole' });
  const answers = [one(), viaOrm()].map((answer) => answer.catch(translateDatabaseError));
  for (const refused of await Promise.all(answers))
    expect(refused).toMatchObject({ code: 'provider_unavailable' });
  proxy.set({ kind: 'none' });
  expect(await viaOrm()).toEqual([{ one: 1 }]);
  expect(await one()).toMatchObject({ rows: [{ one: 1 }] });
  await behind.close();
  await proxy.stop();
});

/**
 * Selects a number as `name` in a transaction.
 * @returns the prepared SQL texts of the connection that end with this name
 */
async function preparedBy(how: 'rows' | 'bulk', name: string): Promise<string[]> {
  const em = await beginBound(database, { organizationId });
  const tx = { entityManager: () => Promise.resolve(em) };
  const ask = Transaction.prototype[how].bind(tx as never) as Transaction['rows'];
  expect(await ask(`select $1::int + 1 as ${name}`, [1])).toEqual([{ [name]: 2 }]);
  const found = await em.execute<{ statement: string }[]>(
    `select statement from pg_prepared_statements where statement like '%as ${name}'`,
  );
  await em.commit();
  return found.map(({ statement }) => statement);
}

test('a transaction prepares its reads, and sends each SQL text once per connection', async () => {
  expect(await preparedBy('rows', 'more')).toEqual(['select $1::int + 1 as more']);
  expect(await preparedBy('rows', 'more')).toEqual(['select $1::int + 1 as more']);
});

test('bulk statements have no cached plan', async () => {
  expect(await preparedBy('bulk', 'again')).toEqual([]);
});

test('statements are planned once for any values, and bulk statements are planned for their actual values', async () => {
  const em = await beginBound(database, { organizationId });
  const tx = { entityManager: () => Promise.resolve(em) } as never;
  const text = `select current_setting('plan_cache_mode') as mode`;
  const { rows, bulk } = Transaction.prototype;
  expect(await rows.call(tx, text)).toEqual([{ mode: 'force_generic_plan' }]);
  expect(await bulk.call(tx, text, [])).toEqual([{ mode: 'auto' }]);
  await em.commit();
  const setting = 'select current_setting($1) as mode';
  const statement = { text: setting, values: ['plan_cache_mode'], organizationId };
  for (const statements of [database.statements, onPool(database.pool)]) {
    const modes = [];
    for (const isPlannedForValues of [false, true, false]) {
      const { rows: sent } = await statements.query({ ...statement, isPlannedForValues });
      modes.push(...sent);
    }
    expect(modes).toEqual([
      { mode: 'force_generic_plan' },
      { mode: 'force_custom_plan' },
      { mode: 'force_generic_plan' },
    ]);
  }
});
