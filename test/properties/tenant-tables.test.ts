import { randomUUID } from 'node:crypto';
import { serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { services } from '../../scripts/runtime/services.mjs';
import { migrationsOf } from '../migrations-of';

/**
 * Tables that deliberately belong to no organization. The SAT's lists are public, and a user may be a member
 * of several organizations.
 */
const unowned = [
  'mikro_orm_migrations',
  'inbox',
  'rate_limits',
  'list_files',
  'list_entries',
  'list_failures',
  'list_turn',
  'users',
  'user_identities',
  'oauth_records',
  'oauth_keys',
  'login_codes',
  'login_mails',
  'second_factors',
  'recovery_codes',
];
/** Tables of all organizations that only the relay, the jobs and the operators' commands read. */
const internal = ['outbox', 'dead_letters', 'job_claims'];

const databases = services.flatMap((service): [string, ReturnType<typeof migrationsOf>][] =>
  service.database ? [[service.database, migrationsOf(service)]] : [],
);

interface Column {
  table: string;
  column: string;
  type: string;
  generated: boolean;
}

/** SQL expressions for a value of each type, unique where necessary. */
const literals: Record<string, () => string> = {
  uuid: () => `'${randomUUID()}'`,
  text: () => `'cfdi:${randomUUID()}'`,
  integer: () => String(Math.floor(Math.random() * 1e9)),
  bigint: () => String(Math.floor(Math.random() * 1e9)),
  numeric: () => '0',
  'double precision': () => '0',
  smallint: () => '0',
  'text[]': () => `'{}'`,
  'uuid[]': () => `'{}'`,
  boolean: () => 'false',
  bytea: () => `'\\x${randomUUID().replaceAll('-', '')}'`,
  jsonb: () => `'{}'`,
  date: () => `'2026-01-01'`,
  'timestamp with time zone': () => `'2026-01-01'`,
};

describe.each(databases)('%s', (service, migrations) => {
  let runtime: ServiceRuntime;
  let columns: Column[];
  let tables: string[];
  const [own, foreign] = [randomUUID(), randomUUID()];
  beforeAll(async () => {
    runtime = await serviceRuntime({ service, entities: [], migrations, constraints: {} });
    columns = await runtime.rows<Column>(`
      select c.relname as table, a.attname as column, a.attgenerated <> '' or a.attidentity = 'a' as generated,
        format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null) as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and a.attnum > 0 and not a.attisdropped`);
    tables = [...new Set(columns.map(({ table }) => table))];
    await forgetRules();
    for (const table of owned()) for (const org of [own, foreign]) await addRow(table, org);
  });
  afterAll(() => runtime?.close());

  const owned = () =>
    columns
      .filter(({ column, table }) => column === 'org_id' && !internal.includes(table))
      .map(({ table }) => table);

  /** Drops all constraints and triggers in this copy of the database. Row-level security remains enabled. */
  async function forgetRules(): Promise<void> {
    const rules = await runtime.rows<{ sql: string }>(`
      select case contypid
        when 0 then format('alter table %s drop constraint %I cascade', conrelid::regclass, conname)
        else format('alter domain %s drop constraint %I', contypid::regtype, conname) end as sql
      from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f')
      union all
      select format('drop trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger
      where not tgisinternal`);
    for (const { sql } of rules) await runtime.rows(sql);
  }

  async function addRow(table: string, org: string): Promise<void> {
    const filled = columns.filter((one) => one.table === table && !one.generated);
    const values = filled.map(({ column, type }) => {
      const literal = literals[type];
      if (!literal) throw new Error(`${table}.${column}: no value of ${type} is known here`);
      return column === 'org_id' ? `'${org}'` : literal();
    });
    const names = filled.map(({ column }) => `"${column}"`);
    await runtime.rows(`insert into ${table} (${names.join()}) values (${values.join()})`);
  }

  const perTable = async <T>(of: string[], work: (table: string) => Promise<T>) => {
    const entries: [string, T][] = [];
    for (const table of of) entries.push([table, await work(table)]);
    return entries;
  };
  const mayNot = (table: string, ...rights: string[]) =>
    Promise.all(
      rights.map((right) =>
        runtime.rows<{ may: boolean }>(
          `select has_table_privilege('${service}_app', '${table}', '${right}') as may`,
        ),
      ),
    ).then((answers) => answers.every(([answer]) => answer?.may === false));

  it('each table belongs to an organization or is listed as shared', () => {
    const known = [...owned(), ...unowned, ...internal];
    expect(tables.filter((table) => !known.includes(table))).toEqual([]);
    expect(owned().length).toBeGreaterThan(1);
  });

  it('in a database, no request can read or change queued messages and the claims of jobs', async () => {
    const closed = tables.filter((table) => internal.includes(table));
    const found = await perTable(closed, (table) => mayNot(table, 'select', 'update', 'delete'));
    expect(found).toEqual(closed.map((table) => [table, true]));
  });

  it('a database shows only the rows of the bound organization, and no rows if no organization is bound', async () => {
    const seen = await perTable(owned(), async (table) => {
      const owners = `select distinct org_id as org from ${table}`;
      const bound = await runtime.asOrganization<{ org: string }>(own, owners);
      const unbound = await runtime.asOrganization(undefined, owners);
      return [bound.map(({ org }) => org), unbound.length];
    });
    expect(seen).toEqual(owned().map((table) => [table, [[own], 0]]));
  });

  it('in a database, no organization can change, delete, take over or insert rows of another organization', async () => {
    const refusedBy = (sql: string) =>
      runtime.asOrganization(own, sql).then(
        (rows) => (rows.length ? 'changed' : 'nothing'),
        ({ message }: Error) =>
          /row-level security|permission denied/.test(message) ? 'refused' : message,
      );
    const found = await perTable(owned(), async (table) => {
      const [row] = await runtime.rows(`select * from ${table} where org_id = '${foreign}'`);
      const outcomes = [
        await refusedBy(
          `update ${table} set org_id = '${own}' where org_id = '${foreign}' returning 1`,
        ),
        await refusedBy(`delete from ${table} where org_id = '${foreign}' returning 1`),
        await refusedBy(`update ${table} set org_id = '${randomUUID()}' returning 1`),
        await refusedBy(
          `insert into ${table} (org_id) overriding system value values ('${foreign}') returning 1`,
        ),
      ];
      const after = await runtime.rows(`select * from ${table} where org_id = '${foreign}'`);
      expect({ table, rows: after }).toEqual({ table, rows: [row] });
      return outcomes;
    });
    // An append-only table also rejects changes and deletions.
    const missed = expect.stringMatching(/^(nothing|refused)$/) as unknown;
    const expected = [missed, missed, 'refused', 'refused'];
    expect(found).toEqual(owned().map((table) => [table, expected]));
  });
});
