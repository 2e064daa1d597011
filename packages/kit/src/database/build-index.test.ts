import { Migration } from '@mikro-orm/migrations';
import { startDatabase, type TestDatabase, testPool } from '@timbre/testkit';
import type { Pool } from 'pg';
import { buildIndex } from './build-index';
import { grantPrivileges } from './grant-privileges';
import { migrate } from './migrate';

class CreateNotes extends Migration {
  override up(): void {
    this.addSql('create table notes (id int primary key, body text not null)');
  }
}

let database: TestDatabase;
let owner: Pool;
let admin: Pool;
const notes = { name: '1-notes', class: CreateNotes };

beforeAll(async () => {
  database = await startDatabase('indexed_test', (url) => migrate(url, [], [notes]));
  owner = testPool(database.ownerUrl);
  admin = testPool(database.adminUrl);
});
afterAll(async () => {
  await Promise.all([owner.end(), admin.end()]);
  await database.drop();
});

const statements = buildIndex('notes_body', 'notes (body)');
async function build(): Promise<void> {
  for (const sql of statements) await owner.query(sql);
}
const indexes = async () =>
  (
    await admin.query<{ oid: number; name: string; valid: boolean }>(
      `select indexrelid::int as oid, indexrelid::regclass::text as name, indisvalid as valid
       from pg_index where indrelid = 'notes'::regclass and not indisprimary`,
    )
  ).rows;

test('requests can write while an index is built', async () => {
  const [writer, other] = [await owner.connect(), await owner.connect()];
  await other.query(`set lock_timeout = '2s'`);
  await writer.query('begin');
  await writer.query(`insert into notes values (1, 'uno')`);
  const built = build();
  const waiting = `select from pg_stat_activity where datname = current_database()
    and query like 'create index%' and wait_event_type = 'Lock'`;
  while ((await admin.query(waiting)).rowCount === 0);
  await other.query(`insert into notes values (2, 'dos')`);
  await writer.query('commit');
  writer.release();
  other.release(true);
  await built;
  expect(await indexes()).toMatchObject([{ name: 'notes_body', valid: true }]);
});

test('a repeated migration keeps a finished index and rebuilds an invalid index', async () => {
  await build();
  const before = await indexes();
  await build();
  expect(await indexes()).toEqual(before);
  await admin.query(
    `update pg_index set indisvalid = false where indexrelid = 'notes_body'::regclass`,
  );
  await build();
  const [after, ...more] = await indexes();
  expect(after).toMatchObject({ name: 'notes_body', valid: true });
  expect(after!.oid).not.toBe(before[0]!.oid);
  expect(more).toEqual([]);
});

test('a migration run that waits for another run does not block the index that the other run builds', async () => {
  const waiting = `select from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and query like '%advisory_lock%'`;
  class IndexNotes extends Migration {
    override isTransactional(): boolean {
      return false;
    }

    override async up(): Promise<void> {
      while (((await admin.query(waiting)).rowCount ?? 0) < 2);
      for (const sql of buildIndex('notes_length', 'notes (length(body))')) this.addSql(sql);
    }
  }
  const list = [notes, { name: '2-length', class: IndexNotes }];
  const [granted, ...runs] = await Promise.all([
    grantPrivileges(database.ownerUrl, database.appUrl),
    migrate(database.ownerUrl, [], list),
    migrate(database.ownerUrl, [], list),
  ]);
  expect(granted).toBeUndefined();
  expect(runs.toSorted((a, b) => a.length - b.length)).toEqual([[], ['2-length']]);
});
