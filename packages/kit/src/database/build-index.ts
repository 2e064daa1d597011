import { Migration } from '@mikro-orm/migrations';

/**
 * The statements that build an index while requests write. They need a migration without a transaction, which
 * can be repeated: a finished index is kept. An interrupted `create index concurrently` leaves an invalid index,
 * which is renamed and dropped. Neither blocks reads and writes of the table.
 * @param on the table and what follows it in `create index`
 */
export function buildIndex(name: string, on: string): string[] {
  const invalid = `${name}_invalid`;
  return [
    `do $$ begin
      if exists (select from pg_index where indexrelid = to_regclass('${name}') and not indisvalid)
      then alter index ${name} rename to ${invalid}; end if;
    end $$`,
    `drop index concurrently if exists ${invalid}`,
    `create index concurrently if not exists ${name} on ${on}`,
  ];
}

/**
 * The migration that builds one index while requests write. It therefore has no transaction, and can be
 * repeated after it was interrupted.
 * @param on the table and what follows it in `create index`
 */
export const addIndex = (name: string, on: string) =>
  class AddIndex extends Migration {
    override isTransactional(): boolean {
      return false;
    }

    override up(): void {
      for (const sql of buildIndex(name, on)) this.addSql(sql);
    }

    override down(): void {
      this.addSql(`drop index concurrently ${name}`);
    }
  };
