import { Migration } from '@mikro-orm/migrations';
import { buildIndex } from './build-index';

/** The maximum number of rows that a search function finds. */
export const foundMax = 1_000;

/** Returns the name of a table's search function. */
export const searchFunction = (table: string): string => `search_${table}`;

interface SearchedTable {
  table: string;
  /** The column in the `order` of the table's list. */
  orderColumn?: string;
}

const indexOf = (table: string): string => `${table}_words`;

const beginningsIndexOf = (table: string): string => `${table}_beginnings`;

const beginningsOf = 'word_beginnings(t.search_text)';

/**
 * Returns the SQL of a table's search function, which returns the identifiers of the bound
 * organization's first rows whose text contains all of one to three words, in the order of the list
 * and after the row `last`. The result is null without words, or if the position of `last` in the
 * order is unknown because the row was deleted.
 *
 * Row-level security prevents PostgreSQL from using an index for `like`, because `like` is not
 * leakproof. The function therefore runs as the table's owner, whose policy allows all rows, and
 * itself filters by the bound organization. The function returns only identifiers; the caller reads
 * the rows under the caller's own policies.
 *
 * PostgreSQL expects few rows per organization (`tenantTable`), so it might read all of them with
 * another index. The increased row cost makes PostgreSQL prefer the index that finds the fewest
 * rows.
 *
 * `fastupdate` collects new index entries, and about one insert in 1,500 merges them, which takes
 * 0.2 s. Larger limits would make this insert and every search slower.
 *
 * @param knowsShortWords states whether the function also accepts short words, which have no `%`
 * and are matched as prefixes of words
 */
function functionSql(
  service: string,
  { table, orderColumn }: SearchedTable,
  knowsShortWords = false,
): string[] {
  const keys = [...(orderColumn ? [orderColumn] : []), 'id'];
  const order = keys.map((key) => `r.${key} desc`).join(', ');
  const lastRow = `from ${table} c where c.org_id = bound and c.id = last`;
  const after = orderColumn
    ? `(r.${orderColumn}, r.id) < (select c.${orderColumn}, c.id ${lastRow})`
    : 'r.id < last';
  const placeUnknown = orderColumn
    ? ` or (last is not null and not exists (select ${lastRow}))`
    : '';
  const rowsWith = (condition: string) => `return array(
          select r.id from (
            select ${keys.map((key) => `t.${key}`).join(', ')} from ${table} t
            where t.org_id = bound and ${condition}
            offset 0) r
          where last is null or ${after}
          order by ${order} limit ${foundMax});`;
  const ofShortWords = knowsShortWords
    ? `
        if left(words[1], 1) <> '%' then
          ${rowsWith(`${beginningsOf} @> words`)}
        end if;`
    : '';
  const signature = `${searchFunction(table)}(text[], uuid, uuid)`;
  return [
    `create or replace function ${searchFunction(table)}(words text[], organization uuid, last uuid)
      returns uuid[] language plpgsql stable security definer
      set search_path = public, pg_temp
      set plan_cache_mode = force_generic_plan
      set cpu_tuple_cost = 100
      set jit = off as $$
      declare bound uuid := nullif(current_setting('app.org_id', true), '')::uuid;
      begin
        if bound is distinct from organization or cardinality(words) = 0${placeUnknown}
        then return null; end if;${ofShortWords}
        ${rowsWith(`t.search_text like words[1]
              and t.search_text like coalesce(words[2], words[1])
              and t.search_text like coalesce(words[3], words[1])`)}
      end $$`,
    `revoke all on function ${signature} from public`,
    `grant execute on function ${signature} to ${service}_app`,
  ];
}

/** Allows a table's search function, which runs as the table's owner, to select all rows. */
const policySql = (service: string, table: string): string[] => [
  `drop policy if exists search on ${table}`,
  `create policy search on ${table} for select to ${service}_owner using (true)`,
];

/**
 * Returns the migration that lets searches in tables use a trigram index. Each table must have the
 * column `search_text`. The indexes are built while requests write. The migration therefore runs
 * without a transaction, and can be repeated after an interruption.
 */
export const indexSearches = (service: string, tables: readonly SearchedTable[]) =>
  class IndexSearches extends Migration {
    override isTransactional(): boolean {
      return false;
    }

    override up(): void {
      for (const extension of ['pg_trgm', 'btree_gin'])
        this.addSql(`create extension if not exists ${extension} schema public`);
      for (const of of tables) {
        const words = `${of.table} using gin (org_id, search_text gin_trgm_ops)
          with (gin_pending_list_limit = 1024)`;
        const built = buildIndex(indexOf(of.table), words);
        for (const sql of [...built, ...policySql(service, of.table), ...functionSql(service, of)])
          this.addSql(sql);
      }
    }

    override down(): void {
      for (const { table } of tables) {
        this.addSql(`drop function ${searchFunction(table)}(text[], uuid, uuid)`);
        this.addSql(`drop policy search on ${table}`);
        this.addSql(`drop index concurrently ${indexOf(table)}`);
      }
    }
  };

/**
 * SQL of the function that returns the first letter and the first two letters of each word in a
 * text.
 */
const beginningsFunction = `create or replace function word_beginnings(folded text) returns text[]
  language sql immutable strict parallel safe as $$
    select array(select distinct left(w.word, n.letters)
      from regexp_split_to_table(folded, '[^a-z0-9]+') w (word) cross join (values (1), (2)) n (letters)
      where length(w.word) >= n.letters) $$`;

/**
 * Returns the migration that lets searches for one or two letters use an index of word prefixes,
 * for the tables of `indexSearches`. The migration can be repeated after an interruption.
 */
export const indexShortWords = (service: string, tables: readonly SearchedTable[]) =>
  class IndexShortWords extends Migration {
    override isTransactional(): boolean {
      return false;
    }

    override up(): void {
      this.addSql(beginningsFunction);
      for (const of of tables) {
        const words = `${of.table} using gin (org_id, word_beginnings(search_text))
          with (gin_pending_list_limit = 1024)`;
        const built = buildIndex(beginningsIndexOf(of.table), words);
        for (const sql of [...built, ...functionSql(service, of, true)]) this.addSql(sql);
      }
    }

    override down(): void {
      for (const of of tables) {
        for (const sql of functionSql(service, of)) this.addSql(sql);
        this.addSql(`drop index concurrently ${beginningsIndexOf(of.table)}`);
      }
      this.addSql('drop function word_beginnings(text)');
    }
  };
