import { Migration } from '@mikro-orm/migrations';

/**
 * Returns the statements that build an index while requests write to the table. The migration must
 * not run in a transaction, and must be repeatable: a finished index is kept. An interrupted
 * `create index concurrently` leaves an invalid index, which these statements rename and drop.
 * Building and dropping do not block reads and writes of the table.
 * @param on contains the table and the rest of the `create index` statement
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
 * Returns a migration that builds one index while requests write to the table. The migration runs
 * without a transaction, and can be repeated after an interruption.
 * @param on contains the table and the rest of the `create index` statement
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
