import { serviceRuntime, testPool } from '@timbre/testkit';
import type { Pool } from 'pg';
import type { services } from '../../scripts/runtime/services.mjs';
import { migrationsOf } from '../migrations-of';

export const organizationId = '01990000-0000-7000-8000-000000000001';

const rowsOfTable = 10_000;

/**
 * Whether a column has few distinct values; in other columns, such as identifiers, names and references, each
 * row has a different value.
 */
export const isListed = ({ column }: Pick<Column, 'column'>): boolean =>
  /(?:^|_)(?:kind|state|status|stage|type|role|side|currency|method|channel|environment|mode|frequency|outcome|action|operation|tool|permission|grain|dimension|source|direction|code|reason|category|name)$/.test(
    column,
  );

/**
 * SQL expressions for the values of row `i`, by column type. No statement of the test searches for these
 * values.
 */
const generated: Record<string, (column: Column) => string> = {
  // The UUID begins with the time, because tables are partitioned by the day in a UUIDv7. The rows of other
  // organizations are distributed evenly, so that no join ends early by chance.
  uuid: ({ table, column, isPartitioned }) =>
    isPartitioned ? 'uuidv7()' : `md5('${table} ${column}' || i)::uuid`,
  text: (column) =>
    column.isUnique || !isListed(column) ? `'cfdi:' || md5(i::text)` : `'v' || i % 5`,
  integer: ({ isUnique }) => (isUnique ? 'i' : 'i % 100'),
  bigint: () => 'i',
  smallint: () => 'i % 100',
  numeric: () => 'i % 9',
  'double precision': () => 'i % 9',
  boolean: () => 'i % 1000 = 0',
  bytea: () => 'uuid_send(uuidv7())',
  jsonb: () => `'[]'::jsonb`,
  date: ({ isRequired }) =>
    isRequired ? `date '2020-01-01' + i % 300` : `date '2020-01-01' + nullif(i % 1000, 0)`,
  'text[]': () => `'{}'::text[]`,
  'uuid[]': () => `'{}'::uuid[]`,
  'timestamp with time zone': () => `timestamptz '2020-01-01' + i * interval '1 minute'`,
};

const none = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

/** A search value for each type that no row contains. */
export const asked: Record<string, string> = {
  uuid: `'${none}'`,
  'uuid[]': `'{${none}}'`,
  integer: '25',
  bigint: '0',
  numeric: '-1',
  boolean: 'true',
  date: `'2026-11-21'`,
  'timestamp with time zone': `'2026-11-21'`,
  'text[]': `'{none}'`,
  jsonb: `'[]'`,
};

interface Column {
  table: string;
  column: string;
  type: string;
  isUnique: boolean;
  isPartitioned: boolean;
  isRequired: boolean;
}

const columnsSql = `select c.relname as table, a.attname as column, c.relkind = 'p' as "isPartitioned",
    a.attnotnull as "isRequired",
    format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null) as type,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique
      and a.attnum = any(i.indkey::int2[])) as "isUnique"
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a'
    and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'org_id')`;

/**
 * SQL that removes check constraints and foreign keys from the copied database. Indexes remain unchanged.
 */
const forgetChecks = `do $$ declare rule record; begin
  for rule in select conname, conrelid, contypid from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f') loop
    if rule.contypid = 0 then
      execute format('alter table %s drop constraint if exists %I cascade',
        rule.conrelid::regclass, rule.conname);
    else execute format('alter domain %s drop constraint %I',
      rule.contypid::regtype, rule.conname); end if;
  end loop; end $$`;

/**
 * SQL that disables autovacuum, because autovacuum would run at random times and change the estimated cost of
 * an index.
 */
const keepStill = `do $$ declare name text; begin
  for name in select oid::regclass from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('alter table %s set (autovacuum_enabled = off)', name);
  end loop; end $$`;

export interface Filled {
  admin: Pool;
  app: Pool;
  rowsOf: (table: string) => number;
  close(): Promise<void>;
}

/** SQL expressions for the organization identifier of row `i`. */
const organizationOf = {
  one: `'${organizationId}'`,
  each: `md5('organization' || i)::uuid`,
};

/**
 * Fills a migrated database of a service with ten thousand rows in each table that the SQL texts use. The
 * rows belong either to one organization, or each to a different organization. A table with one row per
 * organization has only one row if all rows belong to one organization.
 */
export async function fill(
  service: (typeof services)[number],
  texts: readonly { sql: string }[],
  owner: keyof typeof organizationOf = 'one',
): Promise<Filled> {
  const migrations = migrationsOf(service);
  const parts = { service: service.database!, entities: [], migrations, constraints: {} };
  const { database, close } = await serviceRuntime(parts);
  const [admin, app] = [testPool(database.adminUrl, 1), testPool(database.appUrl, 1)];
  await admin.query(forgetChecks);
  await admin.query(keepStill);
  await admin.query('set session_replication_role = replica');
  const words = new Set(texts.flatMap(({ sql }) => sql.split(/\W+/)));
  const { rows: columns } = await admin.query<Column>(columnsSql);
  for (const [table, of] of Map.groupBy(columns, (one) => one.table)) {
    if (!words.has(table)) continue;
    const values = of.map((one) => {
      const value = generated[one.type];
      if (!value) throw new Error(`${table}.${one.column}: no value of ${one.type} is known here`);
      return one.column === 'org_id' ? organizationOf[owner] : value(one);
    });
    await admin.query(`insert into ${table} (${of.map(({ column }) => `"${column}"`).join()})
      select ${values.join()} from generate_series(1, ${rowsOfTable}) i on conflict do nothing`);
  }
  await admin.query('vacuum analyze');
  const { rows: counted } = await admin.query<{ table: string; count: number }>(
    `select relname as table, reltuples as count from pg_class where relkind in ('r', 'p')`,
  );
  const counts = new Map(counted.map(({ table, count }) => [table, count]));
  return {
    admin,
    app,
    rowsOf: (table) => counts.get(table) ?? 0,
    async close() {
      for (const pool of [admin, app]) await pool.end();
      await close();
    },
  };
}
