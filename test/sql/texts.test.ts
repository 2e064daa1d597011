import { join } from 'node:path';
import { serviceRuntime, testPool } from '@timbre/testkit';
import { services } from '../../scripts/runtime/services.mjs';
import { migrationsOf, storeOf } from '../migrations-of';
import { collectTexts, folderOf, type Text } from './texts';
import { ofKit, undefinedTables } from './undefined-tables';

const kit = 'packages/kit';
/** Statements that run only inside a transaction and name no table. */
const control = /^\s*(?:begin|commit|rollback|do)\b/;

interface Prepared {
  /** The columns of the entities, with the types in which rows are sent. */
  columns: string[];
  /** The tables of the service that no entity defines, without those of kit. */
  undefinedTables: string[];
  refusalOf(text: Pick<Text, 'sql' | 'role'>): Promise<string | undefined>;
  close(): Promise<void>;
}

const owners = services.filter(({ database }) => database !== undefined);

/** A migrated database that plans texts under the roles of its service. Nothing is executed. */
async function prepare(service: (typeof owners)[number]): Promise<Prepared> {
  const migrations = migrationsOf(service);
  const file = join(__dirname, '..', '..', storeOf(service.folder), 'entities');
  const { entities } = jest.requireActual<{ entities: [] }>(file);
  const parts = { service: service.database!, entities, migrations, constraints: {} };
  const { database, runtime, close } = await serviceRuntime(parts);
  const pools = { app: testPool(database.appUrl, 1), system: testPool(database.systemUrl, 1) };
  const refused = (role: 'app' | 'system', sql: string): Promise<string | undefined> =>
    pools[role].query(`explain (generic_plan) ${sql}`).then(
      () => undefined,
      ({ message }: Error) => `${role}: ${message}`,
    );
  const columns = [...runtime.orm.getMetadata().getAll().values()].map((meta) => {
    const kept = Object.values(meta.properties).filter(({ persist }) => persist !== false);
    const cast = kept.map(({ fieldNames, columnTypes }) => `${fieldNames[0]}::${columnTypes[0]}`);
    return `select ${cast.join(', ')} from ${meta.tableName}`;
  });
  const defined = [...runtime.orm.getMetadata().getAll().values()].map((meta) => meta.tableName);
  const { rows } = await pools.system.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by relname`,
  );
  const tables = rows.map(({ name }) => name);
  return {
    columns,
    undefinedTables: tables.filter((name) => !defined.includes(name) && !ofKit.has(name)),
    async refusalOf({ sql, role }) {
      if (role !== 'either') return refused(role, sql);
      const asApp = await refused('app', sql);
      return asApp && (await refused('system', sql)) && asApp;
    },
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
      await close();
    },
  };
}

const { texts, unresolved, unsent } = collectTexts();
const sent = texts.filter(({ sql }) => !control.test(sql));

describe('the SQL of the sources', () => {
  const databases = new Map<string, Prepared>();
  beforeAll(async () => {
    const opened = owners.map(async (service) => {
      databases.set(service.folder, await prepare(service));
    });
    await Promise.all(opened);
  });
  afterAll(async () => {
    for (const database of databases.values()) await database.close();
  });

  it('is found in every service', () => {
    const folders = new Set(sent.map(({ place }) => folderOf(place)));
    expect([...folders].sort()).toEqual([...owners.map(({ folder }) => folder), kit].sort());
    expect(sent.length).toBeGreaterThan(750);
  });

  it.each(owners)('$name sends only what its database accepts from its roles', async (service) => {
    const database = databases.get(service.folder)!;
    const refused: string[] = [];
    for (const text of sent.filter(({ place }) => folderOf(place) === service.folder)) {
      const refusal = await database.refusalOf(text);
      if (refusal) refused.push(`${text.place}: ${refusal}\n${text.sql}`);
    }
    expect(refused).toEqual([]);
  });

  it.each(owners)('$name has entities that are as its tables', async ({ folder }) => {
    const database = databases.get(folder)!;
    expect(folder === 'services/reports' || database.columns.length > 0).toBe(true);
    const refused = database.columns.map((sql) => database.refusalOf({ sql, role: 'either' }));
    expect((await Promise.all(refused)).filter(Boolean)).toEqual([]);
  });

  it.each(owners)('$name has no other table without a definition', ({ name, folder }) => {
    expect(databases.get(folder)!.undefinedTables).toEqual(undefinedTables[name] ?? []);
  });

  it("is accepted, for kit, by the database of a service with kit's tables", async () => {
    const refused: string[] = [];
    for (const text of sent.filter(({ place }) => folderOf(place) === kit)) {
      const all = [...databases.values()].map((database) => database.refusalOf(text));
      const [refusal] = await Promise.all(all).then((answers) =>
        answers.includes(undefined) ? [] : answers,
      );
      if (refusal) refused.push(`${text.place}: ${refusal}\n${text.sql}`);
    }
    expect(refused).toEqual([]);
  });

  it.each([
    ['a missing table', 'select id from contacs where org_id = $1'],
    ['a missing column', 'select nickname from contacts where org_id = $1'],
    ['another type', 'select id from contacts where org_id = $1 and legal_name = $2::int'],
    ['a table of the relay', 'select id from outbox where org_id = $1'],
  ])('is refused with %s', async (_, sql) => {
    const database = databases.get('services/commerce')!;
    expect(await database.refusalOf({ sql, role: 'app' })).toMatch(
      /does not exist|permission denied/,
    );
  });

  it('is known before it runs, except the texts that kit builds from its arguments', () => {
    const places = unresolved.map((one) => one.split(':')[0]!);
    expect(places.filter((place) => !place.startsWith(kit))).toEqual([]);
    expect(places.length).toBeLessThanOrEqual(1);
    expect(unsent.filter((place) => !place.startsWith(kit))).toEqual([]);
    expect(unsent.length).toBeLessThanOrEqual(17);
  });
});
