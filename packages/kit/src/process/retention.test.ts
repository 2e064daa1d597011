import { Migration } from '@mikro-orm/migrations';
import { startDatabase, type TestDatabase, testPool } from '@timbre/testkit';
import type { Pool } from 'pg';
import { migrate } from '../database/migrate';
import { idempotencyTable } from '../database/tables';
import { forgetOld } from './retention';

class CreateRecords extends Migration {
  override up(): void {
    for (const sql of idempotencyTable('retention_test')) this.addSql(sql);
  }
}

let database: TestDatabase;
let admin: Pool;
let system: Pool;

beforeAll(async () => {
  const migrations = [{ name: '0001-records', class: CreateRecords }];
  database = await startDatabase('retention_test', (url) => migrate(url, [], migrations));
  admin = testPool(database.adminUrl);
  system = testPool(database.systemUrl);
});
afterAll(async () => {
  await Promise.all([admin.end(), system.end()]);
  await database.drop();
});

const keep = (days: number, count: number) =>
  admin.query(
    `insert into idempotency (org_id, route, key, fingerprint, state, created_at)
     select gen_random_uuid(), 'r', $1::text || '-' || n, '', 'finished', now() - $1::int * interval '1 day'
     from generate_series(1, $2) n`,
    [days, count],
  );
const left = async () =>
  (await admin.query('select key from idempotency order by key')).rows.map(({ key }) => key);

test('records of every organization are deleted after thirty days, in batches', async () => {
  await keep(29, 2);
  await keep(31, 2_001);
  await forgetOld(system, ['idempotency']);
  expect(await left()).toEqual(['29-1', '29-2']);
});

test('two replicas can delete records at the same time without errors', async () => {
  await keep(31, 3_000);
  await Promise.all([forgetOld(system, ['idempotency']), forgetOld(system, ['idempotency'])]);
  expect(await left()).toEqual(['29-1', '29-2']);
});
