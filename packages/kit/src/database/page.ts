import { hash } from 'node:crypto';
import type { common } from '@timbre/contract';
import { addDays, instantOf, isCalendarDate, lastIn, type CalendarDate } from '@timbre/fiscal';
import { invalid, type Issue } from '../refusal/refusal';
import { memoizeSql } from './memoize-sql';
import { textOf, type Resource } from './resource';
import {
  beginningPatterns,
  hasBeginnings,
  hasWords,
  indexedPatterns,
  shortWords,
  wordPatterns,
} from './search';
import { foundMax, searchFunction } from './search-index';

/**
 * A list of a resource, sorted newest first by default. Pages use keyset pagination over the UUIDv7
 * `id`, or over a column and the `id`, without OFFSET and COUNT.
 */
export interface List {
  /** The list's name in its cursors, so that a cursor of another list is rejected. */
  name: string;
  resource: Resource;
  /**
   * The folded text column that must contain all words of `query`. Search results keep the order of
   * the list. A search takes 2 ms per thousand rows that it reads.
   */
  searchColumn?: string;
  /**
   * Whether a migration has created the table's search function with `indexSearches`, so that a
   * search does not have to read all rows. A table with such a search function must use the search
   * column `r.search_text`.
   */
  isSearchIndexed?: boolean;
  /** The date column that the filters dateFrom and dateTo are compared with. */
  dateColumn?: string;
  /**
   * The timestamp column that the filters dateFrom and dateTo are compared with. Days start in the
   * time zone of the caller's organization.
   */
  instantColumn?: string;
  /**
   * The column by which rows are sorted before their `id`, greatest value first, and the column's
   * SQL type. A cursor contains the value, so the list continues even if its last row was deleted.
   */
  order?: { column: string; type: keyof typeof isOfType };
  /**
   * A condition over `r` that is true for all rows of the list, so that a partial index with this
   * condition can be used.
   */
  only?: string;
  /**
   * Whether the list is sorted by ascending identifiers, for items with their own order, such as
   * the rows of a file.
   */
  isOldestFirst?: boolean;
}

/**
 * A condition over `r` and its value, to which the condition refers as `$1`. `words` marks a filter
 * with patterns of `wordPatterns` that the list's search column also contains, so that a search
 * index can find the rows.
 */
export type Filter = [condition: string, value: unknown, of?: 'words'];

export interface PageQuery {
  sql: string;
  values: unknown[];
  /**
   * Whether PostgreSQL must plan the statement for its values, because the page has a range of days. A plan
   * for any range expects few rows, so it would sort all rows of a long range.
   */
  isPlannedForValues: boolean;
}

/** The caller of a list: the organization, and its IANA time zone if it is known. */
export interface PageCaller {
  organizationId: string;
  timeZone?: string | undefined;
}

/** The time zone of an organization whose fiscal profile is not yet known: central Mexico. */
export const usualZone = 'America/Mexico_City';

export const pageLimit = { default: 20, max: 50 };

/**
 * Encodes the list's name, the list's filters and the key of the last returned row. Clients must
 * treat the cursor as opaque text.
 */
function writeCursor(list: string, filters: string, lastKey: string): string {
  return Buffer.from(JSON.stringify([list, filters, lastKey])).toString('base64url');
}

/**
 * Returns the key of the last returned row from a cursor of this list.
 * @param pattern is the pattern of a key; the default matches an identifier
 * @throws Refusal validation_error
 */
export function readCursor(
  cursor: string,
  list: string,
  filters: string,
  pattern = uuidPattern,
): string {
  const parts = parseCursor(cursor, pattern);
  if (!parts) throw notOurs();
  if (parts[0] !== list) throw cursorIssue('The cursor belongs to another list.');
  if (parts[1] !== filters) throw cursorIssue('The cursor belongs to other filters of this list.');
  return parts[2];
}

function parseCursor(cursor: string, pattern: RegExp): [string, string, string] | undefined {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    const isOurs =
      Array.isArray(parts) && parts.length === 3 && parts.every((p) => typeof p === 'string');
    return isOurs && pattern.test(parts[2] as string)
      ? (parts as [string, string, string])
      : undefined;
  } catch {
    // The caller reports the cursor as invalid.
    return undefined;
  }
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const placePattern = new RegExp(`^(?:[^]*:)?${uuidPattern.source.slice(1)}`);

function cursorIssue(message: string) {
  const issue: Issue = { path: ['cursor'], message, code: 'cursor_invalid' };
  return invalid([issue]);
}

const notOurs = () => cursorIssue('The cursor is not one of ours; pass nextCursor unchanged.');

/** Checks whether a text is a valid value of an SQL type, because a client can change a cursor. */
const isOfType = {
  bigint: (text: string): boolean => /^-?\d{1,18}$/.test(text),
  date: isCalendarDate,
  text: (text: string): boolean => !text.includes('\0'),
};

/** Returns the response body of a list. @param items are the rendered rows, separated by commas */
function pageText(items: string, nextCursor: string | null): string {
  const pagination = JSON.stringify({ nextCursor, hasMore: nextCursor !== null });
  return `{"data":[${items}],"pagination":${pagination}}`;
}

/**
 * Returns a page of rows that a statement has rendered, each with its key.
 * @param rows contains one row more than the limit, if there are further rows
 */
export function pageOfRows(
  list: string,
  filters: string,
  rows: readonly { key: string; json: string }[],
  limit: number,
): Buffer {
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? writeCursor(list, filters, lastIn(shown).key) : null;
  return Buffer.from(pageText(shown.map(({ json }) => json).join(','), next));
}

/**
 * The rows in which a statement searches for words: all rows of the list, the first rows in the
 * order of the page, or the rows that the table's search function has found.
 */
export type Among = 'all' | 'first' | 'found';

/**
 * The number of rows that a search reads in the order of the page before it calls the search
 * function.
 */
const firstRowsMax = 4_000;

/**
 * Builds one statement that binds the organization and renders a page. The set_config call is in
 * the outer query, before the lateral subquery to which row-level security applies.
 * @param today is the day that replaces `:today` in the resource and in conditions
 */
export function pageQuery(
  list: List,
  caller: PageCaller,
  page: common.PageRequest | undefined,
  filters: Filter[],
  today?: string,
  among: Among = 'all',
): { query: PageQuery; render: (row: PageRow | undefined) => string } {
  const filterKey = filterKeyOf(page, filters);
  const last = page?.cursor ? placeIn(page.cursor, list, filterKey) : null;
  const values: unknown[] = [caller.organizationId, page?.limit ?? pageLimit.default];
  const bind = ([condition, value]: Filter) => {
    values.push(value);
    return ` and ${condition.replaceAll('$1', () => `$${values.length}`)}`;
  };
  const days = dayFilters(list, page, caller.timeZone);
  const limits = [...filters.filter(([, , of]) => !of), ...days];
  const after = last ? afterCursor(list, last, (value) => `$${values.push(value)}`) : '';
  const where = limits.map(bind).join('') + after;
  const only = list.only ? ` and ${list.only}` : '';
  const rows = `${list.resource.table} r where r.org_id = b.org::uuid${where}${only}`;
  const searched = searchOf(list, page, filters);
  const found = searched.map(bind).join('');
  const sql = {
    all: () => pageOf(list, `${rows}${found}`),
    first: () => pageOfFirst(list, rows, found),
    found: () => {
      const called = [lookedUp(list, page, filters), last?.id ?? null].map(
        (value) => `$${values.push(value)}`,
      );
      return pageOfFound(list, `${rows}${found}`, called);
    },
  }[among]();
  const dated = today === undefined ? sql : boundToday(sql, values.push(today));
  const render = (row: PageRow | undefined) => {
    const next = row?.more && row.last ? writeCursor(list.name, filterKey, row.last) : null;
    return pageText(row?.items ?? '', next);
  };
  return { query: { sql: dated, values, isPlannedForValues: days.length > 0 }, render };
}

/** Returns the `order by` of a list for the rows with this alias. */
function orderOf(list: List, alias: string): string {
  const direction = list.isOldestFirst ? 'asc' : 'desc';
  return keysOf(list)
    .map((column) => `${alias}.${column} ${direction}`)
    .join(', ');
}

const keysOf = ({ order }: List): string[] => [...(order ? [order.column] : []), 'id'];

/** Returns the subquery that renders a page of the rows `r`. */
function renderedPage(list: List, rows: string): string {
  const keys = keysOf(list).map((column) => `r.${column}`);
  const place = list.order ? `concat(p.${list.order.column}, ':', p.id)` : 'p.id';
  return `select string_agg(p.json, ',' order by ${orderOf(list, 'p')})
        filter (where p.n <= $2::int) as items,
      count(*) > $2::int as more, (array_agg(${place} order by ${orderOf(list, 'p')}))[$2::int] as last
    from (select ${keys.join(', ')}, ${textOf(list.resource)} as json,
        row_number() over (order by ${orderOf(list, 'r')}) as n
      from ${rows}
      order by ${orderOf(list, 'r')} limit $2::int + 1) p`;
}

const pageOf = (list: List, rows: string): string =>
  `select q.* from ${bound} cross join lateral (${renderedPage(list, rows)}) q`;

/**
 * Returns the query that searches for the words in the first rows of the list. `complete` is true
 * if the page is full or the list has no more rows. PostgreSQL does not know the value of a
 * sub-select at planning time, so it expects to read only some of the rows, and reads them in order
 * instead of sorting all rows.
 */
function pageOfFirst(list: List, rows: string, found: string): string {
  const first = `(select r.* from ${rows}
      order by ${orderOf(list, 'r')} limit (select ${firstRowsMax})) r where true${found}`;
  return `select q.*, q.more or not exists (select from ${rows}
      order by ${orderOf(list, 'r')} limit 1 offset (select ${firstRowsMax})) as complete
    from ${bound} cross join lateral (${renderedPage(list, first)}) q`;
}

/**
 * Returns the query that renders the rows found by the search function. `complete` is true if the
 * function has found all rows with the words, or the page is full. The function receives the bound
 * organization as an argument, so that it runs after the organization is bound. PostgreSQL does not
 * know the function's result at planning time, so it expects few rows and reads each row by its
 * key.
 */
function pageOfFound(list: List, rows: string, [words, last]: string[]): string {
  return `select q.*, coalesce(q.more or cardinality(f.ids) < ${foundMax}, false) as complete
    from ${bound} cross join lateral (select ${searchFunction(list.resource.table)}(
      ${words}::text[], b.org::uuid, ${last}::uuid) as ids offset 0) f
    cross join lateral (${renderedPage(list, `${rows} and r.id = any(f.ids)`)}) q`;
}

/**
 * Returns the filters for the cursor; a cursor has at most 1,000 characters, so long filters are
 * replaced by a digest.
 */
function filterKeyOf(page: common.PageRequest | undefined, filters: Filter[]): string {
  const { query, dateFrom, dateTo } = page ?? {};
  const key = JSON.stringify([query, dateFrom, dateTo, ...filters.map(([, value]) => value)]);
  return key.length > 400 ? hash('sha256', key, 'base64url') : key;
}

/** Returns the SQL with `:today` replaced by the parameter with the given number. */
export const boundToday = (sql: string, position: number): string =>
  sql.replaceAll(':today', `$${position}::date`);

/**
 * The position of the last returned row: its value in the order column, if the list has one, and
 * its identifier. A cursor that was created before 2026-11-30 has no value, so the value is read
 * from the row.
 */
interface Place {
  at: string;
  id: string;
}

function placeIn(cursor: string, { name, order }: List, filterKey: string): Place {
  const key = readCursor(cursor, name, filterKey, order ? placePattern : uuidPattern);
  const split = key.lastIndexOf(':');
  const place = { at: key.slice(0, Math.max(split, 0)), id: key.slice(split + 1) };
  if (order && place.at !== '' && !isOfType[order.type](place.at)) throw notOurs();
  return place;
}

/** Returns the condition that selects the rows after a position. */
function afterCursor(
  { order, isOldestFirst, resource: { table } }: List,
  { at, id }: Place,
  bind: (value: string) => string,
): string {
  const beyond = isOldestFirst ? '>' : '<';
  const last = `${bind(id)}::uuid`;
  if (!order) return ` and r.id ${beyond} ${last}`;
  const { column, type } = order;
  const value = at
    ? `${bind(at)}::${type}`
    : `(select c.${column} from ${table} c where c.org_id = b.org::uuid and c.id = ${last})`;
  return ` and (r.${column}, r.id) ${beyond} (${value}, ${last})`;
}

export interface PageRow {
  items: string | null;
  more: boolean;
  last: string | null;
  /** Whether the page is complete; only set if the search covers only some rows of the list. */
  complete?: boolean;
}

/**
 * Binds the organization for this statement only; the query refers to the organization as `b.org`.
 */
export const bound = `(select set_config('app.org_id', $1, true) as org offset 0) b`;

/**
 * Binds the organization like `bound`, and hides payroll documents from the caller; see
 * `payrollTable`.
 */
const boundWithoutPayroll = `(select set_config('app.org_id', $1, true) as org,
  set_config('app.hides_payroll', 'on', true) as hides offset 0) b`;

/**
 * Changes a statement that binds its organization so that the statement hides payroll documents.
 */
export const withoutPayroll = memoizeSql((text: string) => {
  if (!text.includes(bound)) throw new Error('the statement binds no organization');
  return text.replaceAll(bound, boundWithoutPayroll);
});

function dayFilters(
  list: List,
  page: common.PageRequest | undefined,
  timeZone = usualZone,
): Filter[] {
  const filters: Filter[] = [];
  const { dateColumn, instantColumn } = list;
  const { dateFrom, dateTo } = page ?? {};
  if (dateFrom && dateColumn) filters.push([`${dateColumn} >= $1::date`, dateFrom]);
  if (dateTo && dateColumn) filters.push([`${dateColumn} <= $1::date`, dateTo]);
  const startOf = (day: CalendarDate) => new Date(instantOf(`${day}T00:00:00`, timeZone));
  if (dateFrom && instantColumn)
    filters.push([`${instantColumn} >= $1::timestamptz`, startOf(dateFrom)]);
  // The last day of the calendar needs no condition, because no timestamp is later.
  if (dateTo && dateTo < '9999-12-31' && instantColumn)
    filters.push([`${instantColumn} < $1::timestamptz`, startOf(addDays(dateTo, 1))]);
  return filters;
}

/** Returns the conditions that search for words: the word filters, and the search of the page. */
function searchOf(
  { name, searchColumn }: List,
  page: common.PageRequest | undefined,
  filters: Filter[],
): Filter[] {
  const ofWords = filters.filter(([, , of]) => of);
  if (!page?.query) return ofWords;
  if (!searchColumn) throw new Error(`The list ${name} has no searchColumn for its query.`);
  const short = beginningPatterns(shortWords(page.query));
  return [
    ...ofWords,
    [hasWords(searchColumn, '$1'), wordPatterns(page.query), 'words'],
    ...(short.length > 0 ? [[hasBeginnings(searchColumn, '$1'), short] satisfies Filter] : []),
  ];
}

/**
 * Returns the words that the table's search function looks up: the longest patterns or, if there
 * are none, the short words, which are matched as prefixes of words.
 */
function lookedUp(list: List, page: common.PageRequest | undefined, filters: Filter[]): string[] {
  // The cast is safe, because the value of a word filter is a result of `wordPatterns`.
  const patterns = searchOf(list, page, filters).flatMap(([, value, of]) =>
    of ? (value as string[]) : [],
  );
  const long = indexedPatterns(patterns);
  return long.length > 0 ? long : shortWords(page?.query ?? '');
}

/** Returns the sets of rows that a search tries before it reads all rows of the list. */
export const searchedAmong = (
  list: List,
  page: common.PageRequest | undefined,
  filters: Filter[],
): Among[] =>
  list.isSearchIndexed && lookedUp(list, page, filters).length > 0 ? ['first', 'found'] : [];
