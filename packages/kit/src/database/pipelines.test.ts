import { startDatabase, type TestDatabase } from '@timbre/testkit';
import { Pool } from 'pg';
import { pino } from 'pino';
import { openPipelines, type Pipelines } from './pipelines';

interface Numbered {
  n: number;
  pid: number;
}

let database: TestDatabase;
let pool: Pool;
let pipelines: Pipelines;

const number = (value: number) =>
  pipelines.query<Numbered>({
    name: 'number',
    text: 'select 10 / $1::int as n, pg_backend_pid() as pid',
    values: [value],
  });
const numbers = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await number(1)).rows[0]!));

/** Waits until a pipeline instead of the pool runs the statements. */
async function untilOnPipelines(): Promise<void> {
  const onPool = await pool.query<Numbered>('select pg_backend_pid() as pid');
  while ((await number(1)).rows[0]!.pid === onPool.rows[0]!.pid);
}

beforeAll(async () => {
  database = await startDatabase('kit_pipelines', () => Promise.resolve());
});
beforeEach(() => {
  const { username, password, hostname, port, pathname } = new URL(database.adminUrl);
  const at = { host: hostname, port: Number(port), database: pathname.slice(1) };
  pool = new Pool({ ...at, user: username, password, max: 1 });
  pipelines = openPipelines(pool, pino({ level: 'silent' }));
});
afterEach(async () => {
  await pipelines.close();
  await pool.end();
});
afterAll(() => database.drop());

test('statements sent in the same event loop turn share a pipeline, and each gets its own result', async () => {
  await untilOnPipelines();
  const values = [1, 2, 5, 10];
  const answers = await Promise.all(values.map(number));
  expect(answers.map(({ rows }) => rows[0]!.n)).toEqual([10, 5, 2, 1]);
  expect(new Set(answers.map(({ rows }) => rows[0]!.pid)).size).toBe(1);
});

test('a pipeline connection has the same settings as a new connection of the pool', async () => {
  const setting = { name: 'setting', text: `select current_setting('plan_cache_mode') as mode` };
  const planned = new Pool({
    ...pool.options,
    password: decodeURIComponent(new URL(database.adminUrl).password),
    onConnect: (client) => {
      // A connection that was still opening may be closed before this statement.
      client.query(`set plan_cache_mode = force_generic_plan`).catch(() => undefined);
    },
  });
  const opened = openPipelines(planned, pino({ level: 'silent' }));
  const pidOf = async () =>
    (await opened.query<Numbered>({ name: 'pid', text: 'select pg_backend_pid() as pid' })).rows[0]!
      .pid;
  const [{ pid }] = (await planned.query<Numbered>('select pg_backend_pid() as pid')).rows as [
    Numbered,
  ];
  while ((await pidOf()) === pid);
  const { rows } = await opened.query<{ mode: string }>(setting);
  await opened.close();
  await planned.end();
  expect(rows).toEqual([{ mode: 'force_generic_plan' }]);
});

test('many concurrent statements use several connections and all return results', async () => {
  await untilOnPipelines();
  await numbers(200);
  const pids = new Set((await numbers(200)).map(({ pid }) => pid));
  expect(pids.size).toBeGreaterThan(1);
});

test('a failed statement does not affect the statements before and after it', async () => {
  await untilOnPipelines();
  const outcomes = await Promise.allSettled([number(1), number(0), number(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('each statement is its own transaction', async () => {
  await untilOnPipelines();
  await pool.query('create table if not exists kept (n int)');
  const keep = (text: string) => pipelines.query({ text: `insert into kept values (${text})` });
  const outcomes = await Promise.allSettled([keep('1'), keep('1 / 0'), keep('2')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const { rows } = await pool.query('select n from kept order by n');
  expect(rows).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a broken pipeline fails its statements in flight, and later statements use other pipelines or the pool', async () => {
  await untilOnPipelines();
  const failed = expect(pipelines.query({ text: 'select pg_sleep(20)' })).rejects.toThrow();
  const broken = () =>
    pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where query = 'select pg_sleep(20)'`);
  while ((await broken()).rowCount === 0);
  await failed;
  const answer = () =>
    number(2).then(
      ({ rows }) => rows[0]!.n,
      () => undefined,
    );
  while ((await answer()) !== 5);
});

test('a statement that a migration made outdated is prepared again and returns its result', async () => {
  await pool.query('create table if not exists changing (value text)');
  await pool.query(`insert into changing values ('1')`);
  const value = async () => {
    const statement = {
      name: 'changing',
      text: 'select value, pg_backend_pid() as pid from changing',
    };
    return (await pipelines.query<{ value: unknown; pid: number }>(statement)).rows[0]!;
  };
  await untilOnPipelines();
  const { pid: before } = await value();
  await pool.query('alter table changing alter value type int using value::int');
  expect((await value()).value).toBe(1);
  await untilOnPipelines();
  const after = await value();
  expect(after.value).toBe(1);
  expect(after.pid).not.toBe(before);
});

test('closing the pipelines waits for statements in flight', async () => {
  await untilOnPipelines();
  const answering = Promise.all([number(1), number(2)]);
  await new Promise(setImmediate);
  await pipelines.close();
  expect((await answering).map(({ rows }) => rows[0]!.n)).toEqual([10, 5]);
});

const bound = (organizationId: string) =>
  pipelines.query<{ org: string; pid: number }>({
    name: 'bound',
    text: `select current_setting('app.org_id', true) as org, pg_backend_pid() as pid, $1::int`,
    values: [1],
    organizationId,
  });
const unbound = async () => {
  const text = `select coalesce(current_setting('app.org_id', true), '') as org`;
  return (await pipelines.query<{ org: string }>({ text })).rows[0]!.org;
};

test('each statement has only its own organization bound', async () => {
  expect((await bound('of the pool')).rows[0]!.org).toBe('of the pool');
  await untilOnPipelines();
  const [one, none, other] = await Promise.all([bound('one'), unbound(), bound('other')]);
  expect([one.rows, none, other.rows]).toMatchObject([[{ org: 'one' }], '', [{ org: 'other' }]]);
  expect(one.rows).toHaveLength(1);
});

test('a failed statement with a bound organization can be retried and does not affect other statements', async () => {
  await untilOnPipelines();
  const divide = (value: number) =>
    pipelines.query<Numbered>({
      name: 'divide', text: 'select 10 / $1::int as n', values: [value], organizationId: 'one',
    }); // prettier-ignore
  const outcomes = await Promise.allSettled([divide(0), divide(2), divide(0), divide(5)]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'rejected', 'fulfilled', 'rejected', 'fulfilled',
  ]); // prettier-ignore
  expect((await divide(1)).rows[0]!.n).toBe(10);
});

test('statements with the same order key run in the order in which they are sent', async () => {
  await untilOnPipelines();
  await numbers(200);
  await pool.query('create table if not exists ordered (at serial, n int)');
  const add = async (n: number) => {
    const text = 'insert into ordered (n) select $1::int from pg_sleep($2::float8)';
    const statement = { name: 'add', text, values: [n, n % 3 ? 0 : 0.005], orderKey: 'one' };
    await pipelines.query(statement);
  };
  const adding: Promise<unknown>[] = [];
  for (let n = 0; n < 40; n += 1) {
    adding.push(add(n));
    if (n % 7 === 0) await new Promise(setImmediate);
  }
  await Promise.all(adding);
  const { rows } = await pool.query<{ n: number }>('select n from ordered order by at');
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 40 }, (_, n) => n));
});
