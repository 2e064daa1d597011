import { HidePayroll } from '../src/store/migrations/0437-payroll-permissions';
import { ListValuesAsTypes } from '../src/store/migrations/0093-listed-values';
import { startFiscalCfdi, type FiscalCfdi } from './fiscal-cfdi';

let service: FiscalCfdi;

/** All columns that accept only a list of values, each with a valid value. */
const columns = [
  ['cfdi', 'kind', 'income'],
  ['cfdi', 'cfdi_type', 'I'],
  ['cfdi', 'direction', 'issued'],
  ['cfdi', 'status', 'draft'],
  ['cfdi', 'stage', 'draft'],
  ['cfdi', 'payment_timing', 'single_payment'],
  ['cfdi', 'method_code', 'PUE'],
  ['withholdings', 'status', 'draft'],
  ['withholdings', 'stage', 'draft'],
  ['series', 'kind', 'withholding'],
  ['stamp_attempts', 'state', 'sealed'],
  ['stamp_attempts', 'document_kind', 'cfdi'],
  ['cancellations', 'document_kind', 'cfdi'],
] as const;

beforeAll(async () => (service = await startFiscalCfdi()));
afterAll(() => service.close());

test.each(columns)('%s.%s accepts only the values of its list', async (table, column, value) => {
  const insert = (text: string) =>
    service.rows(`insert into ${table} (${column}) values ($1)`, [text]);
  await expect(insert('none of these')).rejects.toMatchObject({ code: '23514' });
  // The value passes the check of the list, so the insert fails only because another column is missing.
  await expect(insert(value)).rejects.toMatchObject({ code: '23502' });
});

test('undoing the migration restores the checks of the tables, and the migration removes the checks again', async () => {
  const tables = [...new Set(columns.map(([table]) => table))];
  const checks = async () =>
    (
      await service.rows<{ name: string }>(
        `select conname as name from pg_constraint
         where contype = 'c' and conrelid::regclass::text = any($1) order by 1`,
        [tables],
      )
    ).map(({ name }) => name);
  const run = async (direction: 'up' | 'down', Migration = ListValuesAsTypes) => {
    const migration = new Migration({} as never, {} as never);
    migration[direction]();
    for (const sql of migration.getQueries()) await service.rows(String(sql));
  };
  const types = () =>
    service.rows(
      `select table_name, column_name, domain_name, is_nullable, column_default
       from information_schema.columns where table_name = any($1) order by 1, 2`,
      [tables],
    );
  const before = { checks: await checks(), types: await types() };
  // HidePayroll must be undone first, because it is a later migration and its policy reads one of these
  // columns.
  await run('down', HidePayroll);
  await run('down');
  const listed = columns.map(([table, column]) => `${table}_${column}_check`);
  expect((await checks()).filter((name) => !before.checks.includes(name))).toEqual(
    listed.toSorted(),
  );
  await run('up');
  await run('up', HidePayroll);
  expect({ checks: await checks(), types: await types() }).toEqual(before);
});
