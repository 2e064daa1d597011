import { migrate } from '@timbre/kit';
import { startDatabase, testPool, type TestDatabase } from '@timbre/testkit';
import type { Pool } from 'pg';
import { migrations } from '../store/migrations';
import { createRecords } from './records';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await startDatabase('gateway', (url) => migrate(url, [], migrations));
  pool = testPool(database.systemUrl, 2);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function days(): Promise<number> {
  const { rows } = await pool.query<{ days: number }>(
    `select round(extract(epoch from expires_at - now()) / 86400)::int as days from oauth_records`,
  );
  return rows[0]!.days;
}

it('a registered client is deleted after a day if it was never used, and otherwise after thirty days without use', async () => {
  const clients = createRecords(pool, Buffer.alloc(32, 1), () => new Error())('Client');
  await clients.upsert('abc', { client_name: 'Asistente' }, 0);
  expect(await days()).toBe(1);
  expect(await clients.find('abc')).toMatchObject({ client_name: 'Asistente' });
  expect(await days()).toBe(30);
});
