import type { MigrationClass } from '@timbre/kit';
import { serviceRuntime, testPool, type ServiceRuntime } from '@timbre/testkit';
import type { Pool } from 'pg';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';
import { FindDueInstallments } from '../src/store/migrations/0511-due-installments';
import { ShowDueInstallments } from '../src/store/migrations/0512-show-due-installments';

let service: ServiceRuntime;
let owner: Pool;

beforeAll(async () => {
  service = await serviceRuntime({ service: 'accounts', entities, migrations, constraints: {} });
  owner = testPool(service.database.ownerUrl);
});
afterAll(async () => {
  await owner.end();
  await service.close();
});

async function statementsOf(Migration: MigrationClass): Promise<string[]> {
  const migration = new Migration({} as never, {} as never);
  await migration.up();
  return migration.getQueries().map(String);
}

/** Locks the table `dues` in a given lock mode while a function runs. */
async function whileLocked(mode: string, work: () => Promise<void>): Promise<void> {
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query(`lock table dues in ${mode} mode`);
  try {
    await work();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

test('the index of due installments is built while requests write installments', async () => {
  await service.rows('drop index dues_to_announce');
  const building = `select from pg_stat_activity where datname = current_database()
    and query like 'create index%' and wait_event_type = 'Lock'`;
  const statements = await statementsOf(FindDueInstallments);
  let built: Promise<void> | undefined;
  await whileLocked('row exclusive', async () => {
    built = (async () => {
      for (const sql of statements) await owner.query(sql);
    })();
    while ((await service.rows(building)).length === 0);
    await owner.query('begin; lock table dues in row exclusive mode nowait; commit');
  });
  await built;
  expect(
    await service.rows(
      `select indisvalid as valid from pg_index where indexrelid = 'dues_to_announce'::regclass`,
    ),
  ).toEqual([{ valid: true }]);
});

test('the migration that adds due installments for the job does not wait long for the lock of the table', async () => {
  const statements = await statementsOf(ShowDueInstallments);
  // PostgreSQL runs several statements in one query string as one transaction.
  const sql = statements.join('; ');
  await whileLocked('access share', async () => {
    await expect(owner.query(sql)).rejects.toMatchObject({ code: '55P03' });
  });
  await owner.query(sql);
});
