import { Migration } from '@mikro-orm/migrations';
import { buildIndex } from './build-index';

/** The number of rows that a search function finds at most. */
export const foundMax = 1_000;

/** The name of the search function of a table. */
export const searchFunction = (table: string): string => `search_${table}`;

interface SearchedTable {
  table: string;
  /** The column of the `order` of the list of this table. */
  orderColumn?: string;
}

const indexOf = (table: string): string => `${table}_words`;

const beginningsIndexOf = (table: string): string => `${table}_beginnings`;

const beginningsOf = 'word_beginnings(t.search_text)';

/**
 * The search function of a table: the identifiers of the first rows of the bound organization, in the order of
 * the list and after the row `last`, whose text contains all of one to three words. The result is null if the
 * function has no word, or if the place of `last` in the order is unknown because the row was deleted.
 *
 * Row-level security keeps PostgreSQL from looking up `like` in an index, because `like` is not leakproof. The
 * function therefore runs as the owner of the table, whose policy shows it all rows, and filters by the bound
 * organization itself. It returns identifiers only; the caller reads their rows under its own policies.
 *
 * PostgreSQL expects few rows in an organization (`tenantTable`) and could read them all by another index. The
 * cost of a row lets it prefer the index that finds the fewest.
 *
 * `fastupdate` collects new entries, and one insert in about 1,500 merges them in 0.2 s. Larger limits would
 * make this insert and every search slower.
 *
 * @param knowsShortWords whether the function also takes short words, without a sign `%`, which are beginnings of
 * words
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

/** Lets the search function of a table, which runs as the owner of the table, select all rows. */
const policySql = (service: string, table: string): string[] => [
  `drop policy if exists search on ${table}`,
  `create policy search on ${table} for select to ${service}_owner using (true)`,
];

/**
 * The migration that lets searches of tables use an index of trigrams. Each table has the column
 * `search_text`. The indexes are built while requests write. The migration therefore has no
 * transaction and can be repeated after it was interrupted.
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

/** SQL of the function that returns the first letter and the first two letters of each word of a text. */
const beginningsFunction = `create or replace function word_beginnings(folded text) returns text[]
  language sql immutable strict parallel safe as $$
    select array(select distinct left(w.word, n.letters)
      from regexp_split_to_table(folded, '[^a-z0-9]+') w (word) cross join (values (1), (2)) n (letters)
      where length(w.word) >= n.letters) $$`;

/**
 * The migration that lets searches of one or two letters use an index of the beginnings of words, for the tables of
 * `indexSearches`. It can be repeated after it was interrupted.
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
