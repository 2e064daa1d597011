import { testPool, startDatabase, type TestDatabase } from '@timbre/testkit';
import type { Pool } from 'pg';
import { queueBacklog } from './queue';

const queue = { name: 'tasks', table: 'tasks', where: "state = 'queued'", due: 'due_at' };
let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await startDatabase('queue_backlog', async (url) => {
    const owner = testPool(url);
    await owner.query('create table tasks (state text, due_at timestamptz)');
    await owner.query('grant select on tasks to public');
    await owner.end();
  });
  pool = testPool(database.appUrl);
});
beforeEach(() => pool.query('delete from tasks'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const add = (state: string, dueInSeconds: number) =>
  pool.query(`insert into tasks values ($1, now() + make_interval(secs => $2))`, [
    state,
    dueInSeconds,
  ]);

test('an empty queue has no lag', async () => {
  expect(await queueBacklog(pool, queue)).toEqual({ waiting: 0, lagSeconds: 0 });
});

test('a row that is not due yet counts as pending but adds no lag', async () => {
  await add('queued', 600);
  expect(await queueBacklog(pool, queue)).toEqual({ waiting: 1, lagSeconds: 0 });
});

test('the oldest due row determines the lag of the queue', async () => {
  for (const seconds of [-100, -300, 600]) await add('queued', seconds);
  await add('done', -9_999);
  const { waiting, lagSeconds } = await queueBacklog(pool, queue);
  expect(waiting).toBe(3);
  expect(lagSeconds).toBeGreaterThanOrEqual(300);
  expect(lagSeconds).toBeLessThan(330);
});

test('at most 10,000 rows of a queue are counted', async () => {
  await pool.query(
    `insert into tasks select 'queued', now() - make_interval(secs => n) from generate_series(1, 10010) n`,
  );
  const { waiting, lagSeconds } = await queueBacklog(pool, queue);
  expect(waiting).toBe(10_000);
  expect(lagSeconds).toBeGreaterThanOrEqual(10_010);
});
