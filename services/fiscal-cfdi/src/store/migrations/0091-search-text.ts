import { Migration } from '@mikro-orm/migrations';

const tables = ['cfdi', 'withholdings'];

/** The text in which documents are searched; both tables have the same column. */
const searchedBy = (folio: string, uuid: string): string => `counterparty_text
  || coalesce(' ' || lower(series) || '-' || ${folio} || ' ' || lower(series) || ${folio}, '')
  || coalesce(' ' || ${uuid}, '')`;

const generated = (table: string, text: string): string => `alter table ${table}
  drop column search_text,
  add column search_text text not null generated always as (${text}) stored`;

/**
 * An expression that joins text with another type calls a SQL function, which every insert and
 * update would parse and plan again; a cast avoids this.
 */
export class CastSearchText extends Migration {
  override up(): void {
    for (const table of tables)
      this.addSql(generated(table, searchedBy('folio::text', 'uuid::text')));
  }

  override down(): void {
    for (const table of tables) this.addSql(generated(table, searchedBy('folio', 'uuid')));
  }
}
