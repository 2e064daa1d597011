import { join } from 'node:path';
import { serviceRuntime, testPool } from '@timbre/testkit';
import { operations } from '../../gateway/src/edge/operations';
import { services } from '../../scripts/runtime/services.mjs';
import { migrationsOf, storeOf } from '../migrations-of';
import { collectTexts, folderOf, type Text } from './texts';

const kit = 'packages/kit';
/** Statements that run only inside a transaction and refer to no table. */
const control = /^\s*(?:begin|commit|rollback|do)\b/;

/** Tables that kit creates in the database of a service, and the tables of the ORM. */
const ofKit: ReadonlySet<string> = new Set([
  'audit_entries',
  'dead_letters',
  'idempotency',
  'inbox',
  'job_claims',
  'mikro_orm_migrations',
  'organization_clocks',
  'outbox',
]);

/**
 * Columns that only the SQL of a store reads and writes. The table definitions omit these columns, because
 * the ORM would load them with each row. Entries of this list may only be removed.
 */
const writtenBySql: Readonly<Record<string, readonly string[]>> = {
  commerce: [
    'contacts.ended_fence integer',
    'expenses.ended_fence integer',
    'expenses.paid_version integer',
    'expenses.settlement_state text',
    'import_rows.has_issues boolean',
    'sales_receipts.receivable_version integer',
  ],
  'fiscal-cfdi': [
    'cfdi.search_text text',
    'cfdi.stock_version integer',
    'secrets.created_at timestamp with time zone',
    'withholdings.search_text text',
  ],
  gateway: [
    'credentials.last_used_address text?',
    'credentials.last_used_agent text?',
    'credentials.last_used_at timestamp with time zone?',
    'organizations.profile_version integer',
    'organizations.time_zone text?',
  ],
  payroll: ['payroll_rows.stamp_input jsonb?'],
  'sat-sync': ['sync_sources.lease uuid?', 'sync_sources.retries integer'],
  webhooks: ['webhooks.recovered_event uuid?', 'webhooks.recovered_position bigint?'],
};

interface Prepared {
  /**
   * The columns of the table definitions, each with its type and a question mark if it is nullable. A domain
   * counts as its base type. The ORM rejects two definitions of one table.
   */
  defined: string[];
  /** The columns of the migrated tables, except the tables of kit. */
  migrated: string[];
  refusalOf(text: Pick<Text, 'sql' | 'role'>): Promise<string | undefined>;
  close(): Promise<void>;
}

const owners = services.filter(({ database }) => database !== undefined);

/**
 * A migrated database in which the test plans SQL texts under the roles of the service. The test does not
 * execute the statements.
 */
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
  const metadata = [...runtime.orm.getMetadata().getAll().values()];
  const described = metadata.flatMap(({ tableName, properties }) =>
    Object.values(properties).map(({ fieldNames, columnTypes, nullable, primary }) => ({
      name: `${tableName}.${fieldNames[0]}`,
      type: withoutLength(columnTypes[0]!),
      isNullable: (nullable ?? false) && !primary,
    })),
  );
  const { rows: defined } = await pools.system.query<{ text: string }>(
    `select concat(name, ' ', format_type(to_regtype(type), null), case when "isNullable" then '?' end) as text
     from jsonb_to_recordset($1::jsonb) x (name text, type text, "isNullable" boolean)`,
    [JSON.stringify(described)],
  );
  const { rows: migrated } = await pools.system.query<{ table: string; text: string }>(
    `select relname as table, concat(relname, '.', attname, ' ',
       format_type(case typtype when 'd' then typbasetype else atttypid end, null),
       case when not attnotnull then '?' end) as text
     from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
     join pg_type t on t.oid = atttypid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  return {
    defined: defined.map(({ text }) => text).sort(),
    migrated: migrated
      .filter(({ table }) => !ofKit.has(table))
      .map(({ text }) => text)
      .sort(),
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

/** Returns the type of a column without its length; the ORM calls unlimited text varchar(255). */
const withoutLength = (type: string): string =>
  type.replace(/\(.*\)/, '').replace(/^varchar$/, 'text');

/**
 * The lists whose day filters do not refer to days in the organization's time zone, each with the reason.
 */
const daysOfOthers: Readonly<Record<string, string>> = {
  listImportRows: 'has the day of the import',
  listDeveloperActivity: 'has days in UTC, because its table is partitioned by them',
};

/** Whether a query accepts days: an invalid dateFrom is then reported as invalid instead of unknown. */
const takesDays = ({ query }: (typeof operations)[number]): boolean =>
  query !== undefined &&
  !JSON.stringify(query.safeParse({ dateFrom: '2026-11-20' }).error ?? '').includes('dateFrom');

/** Returns the lists whose day filters refer to days in the organization's time zone. */
const dailyLists = operations
  .filter((row) => row.isList && takesDays(row) && !daysOfOthers[row.id])
  .map(({ id }) => id);

/** The operation names of services that differ from the operation names of the API. */
const renamed: Readonly<Record<string, string>> = { listSandboxMails: 'listMails' };

/** Whether the source file of the operation sends the SQL text. */
const isOf = (id: string, place: string): boolean =>
  place.includes(
    `/${(renamed[id] ?? id).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`,
  );

/** The forms of the two day limits, with the column type: kit converts each day to an instant. */
const dayLimits = [
  { limits: /(r\.\w+) >= [$]\d+::date and \1 <= [$]\d+::date/, type: 'date' },
  {
    limits: /(r\.\w+) >= [$]\d+::timestamptz and \1 < [$]\d+::timestamptz/,
    type: 'timestamp with time zone',
  },
];

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

  it('the test finds SQL in the sources of every service', () => {
    const folders = new Set(sent.map(({ place }) => folderOf(place)));
    expect([...folders].sort()).toEqual([...owners.map(({ folder }) => folder), kit].sort());
    expect(sent.length).toBeGreaterThan(750);
  });

  it.each(owners)(
    '$name sends only statements that its database accepts from its roles',
    async (service) => {
      const database = databases.get(service.folder)!;
      const refused: string[] = [];
      for (const text of sent.filter(({ place }) => folderOf(place) === service.folder)) {
        const refusal = await database.refusalOf(text);
        if (refusal) refused.push(`${text.place}: ${refusal}\n${text.sql}`);
      }
      expect(refused).toEqual([]);
    },
  );

  it.each(owners)('$name defines each column of its tables', ({ name, folder }) => {
    const { defined, migrated } = databases.get(folder)!;
    const left = writtenBySql[name] ?? [];
    expect(defined.length).toBeGreaterThan(0);
    expect([...defined, ...left].sort()).toEqual(migrated);
  });

  it.each(dailyLists)(
    '%s limits the days of a date, or of an instant in the zone of the organization',
    (id) => {
      const pages = sent.filter(({ place, isPage }) => isPage && isOf(id, place));
      const columns = pages.flatMap(({ place, sql }) => {
        const [, table] = /\bfrom (\w+) r\b/.exec(sql)!;
        const { migrated } = databases.get(folderOf(place))!;
        return dayLimits.flatMap(({ limits, type }) => {
          const column = limits.exec(sql)?.[1]?.slice('r.'.length);
          return column ? [migrated.includes(`${table}.${column} ${type}`)] : [];
        });
      });
      expect([...new Set(columns)]).toEqual([true]);
    },
  );

  it("a database with kit's tables accepts the SQL of kit", async () => {
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
  ])('the SQL of the sources with %s is rejected', async (_, sql) => {
    const database = databases.get('services/commerce')!;
    expect(await database.refusalOf({ sql, role: 'app' })).toMatch(
      /does not exist|permission denied/,
    );
  });

  it('the SQL of the sources can be evaluated statically, except texts that kit builds from its arguments', () => {
    const places = unresolved.map((one) => one.split(':')[0]!);
    expect(places.filter((place) => !place.startsWith(kit))).toEqual([]);
    expect(places.length).toBeLessThanOrEqual(2);
    expect(unsent.filter((place) => !place.startsWith(kit))).toEqual([]);
    expect(unsent.length).toBeLessThanOrEqual(22);
  });
});
