import type { CallContext } from '@timbre/kit';
import type { Stamping } from './stamping';

/**
 * The tables that a restore of the database brings back to an earlier point, in the order in which their
 * rows can be inserted.
 */
const tables = [
  'series',
  'cfdi',
  'withholdings',
  'stamp_attempts',
  'cancellations',
  'cancellation_polls',
  'wallets',
  'wallet_transactions',
  'idempotency',
  'recovered_receipts',
];

/**
 * Reads the rows of an organization, and returns a function that brings them back, as the restore of a backup
 * does.
 */
export async function pointOf(
  { service }: Stamping,
  { organizationId }: CallContext,
): Promise<() => Promise<void>> {
  const kept = new Map<string, string>();
  for (const table of tables) {
    const sql = `select coalesce(jsonb_agg(t), '[]')::text as rows from ${table} t where org_id = $1`;
    const [row] = await service.rows<{ rows: string }>(sql, [organizationId]);
    kept.set(table, row!.rows);
  }
  return async () => {
    for (const table of tables.toReversed())
      await service.rows(`delete from ${table} where org_id = $1`, [organizationId]);
    for (const [table, rows] of kept) {
      const columns = await service.rows<{ name: string }>(
        `select column_name as name from information_schema.columns
         where table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
        [table],
      );
      const names = columns.map(({ name }) => name).join();
      const sql = `insert into ${table} (${names}) select ${names}
        from jsonb_populate_recordset(null::${table}, $1::jsonb)`;
      await service.rows(sql, [rows]);
    }
  };
}
