import { createHash } from 'node:crypto';
import { migrationsOf } from '../migrations-of';
import { services } from '../../scripts/runtime/services.mjs';
import committed from './migrations.json';

type MigrationList = ReturnType<typeof migrationsOf>[number];

const lists = services
  .filter(({ database }) => database !== undefined)
  .map((service): [string, MigrationList[]] => [service.name, migrationsOf(service)]);

/**
 * Returns a digest of the statements that a migration sends. The comments of a migration may change, but
 * its statements must not change.
 */
async function digestOf({ class: Migration }: MigrationList): Promise<string> {
  const migration = new Migration({} as never, {} as never);
  await migration.up();
  const statements = migration.getQueries().map((sql) => String(sql).replaceAll(/\s+/g, ' '));
  expect(statements.length).toBeGreaterThan(0);
  return createHash('sha256').update(statements.join(';\n')).digest('hex').slice(0, 16);
}

const digests = async (list: MigrationList[]) =>
  Object.fromEntries(await Promise.all(list.map(async (m) => [m.name, await digestOf(m)])));

it('migrations.json lists only existing services', () => {
  const names = lists.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(committed)));
});

describe.each(lists)('the migrations of %s', (service, list) => {
  const known = (committed as Record<string, Record<string, string>>)[service] ?? {};

  it('committed migrations send the same statements as before, because databases have already run them', async () => {
    const now = (await digests(list)) as Record<string, string>;
    const changed = Object.keys(known).filter((name) => now[name] !== known[name]);
    expect(changed.map((name) => `${name} changed: write another migration instead`)).toEqual([]);
  });

  it('the migrations of a service are all in migrations.json, the newest last', async () => {
    const added = list.filter(({ name }) => !(name in known));
    expect(await digests(added)).toEqual({});
    expect(Object.keys(known)).toEqual(list.map(({ name }) => name));
    expect(list).not.toEqual([]);
  });

  it('the migrations of a service run in the order of their numbers', () => {
    const names = list.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
  });
});
