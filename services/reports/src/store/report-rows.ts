import { byName, memoizeSql, onlyRow, type Reader } from '@timbre/kit';
import { column } from '../domain/fact-shape';
import { grainOf, piecesOf, type Interval, type Range } from '../domain/report-range';
import { cellsSql, wantedFilters } from './report-cells';
import type { Filters, ReportView, ShownMeasure } from './report-view';

/** Selects the rows that an exported file contains. */
export interface RowsOf {
  view: ReportView;
  filters: Filters;
  interval: Interval;
  /** The dimension that forms the groups; if it is absent, each row of the file is an interval. */
  groupBy: string | undefined;
  /**
   * The groups that have separate rows, in the given order; all other groups share one row. If the
   * list of groups is absent, every group has a separate row.
   */
  top: readonly string[] | undefined;
}

/** A row of a file: the measures of a group in one interval. */
export interface ReportRow {
  /** The index of the interval in the file. */
  period: number;
  /**
   * The key of the group; null for a row of a report without groups, and for the sum of the groups
   * without separate rows.
   */
  key: string | null;
  name: string | null;
  /**
   * The values as decimal text, in the order of the view's measures; null for a measure without a value.
   */
  values: (string | null)[];
}

interface Count {
  count: number;
}

/**
 * Counts the rows of an exported file in each interval. A group without amounts in an interval has
 * no row in the interval.
 */
export async function countRows(
  read: Reader,
  of: RowsOf,
  periods: readonly Range[],
): Promise<number> {
  const row = onlyRow(
    await read.rows<Count>(...byName(sqlOf(of).count, valuesFor(of, periods), 2)),
  );
  return row.count;
}

/**
 * Counts the stored sums, which is much faster than counting rows. Each row of a file is calculated
 * from at least one stored sum, so the result is an upper limit for the number of rows.
 */
export async function countSums(
  read: Reader,
  of: RowsOf,
  ranges: readonly Range[],
): Promise<number> {
  const row = onlyRow(
    await read.rows<Count>(...byName(sumsSql(of.view), valuesFor(of, ranges), 2)),
  );
  return row.count;
}

const sumsSql = memoizeSql(
  ({ shape }: ReportView) => `select count(*)::int as count from (${cellsSql(shape)}) c`,
);

/**
 * Reads the rows of intervals in the order of the intervals; the rows of an interval are sorted like
 * the groups in `top`; if `top` is absent, they are sorted by key.
 * @param periods the intervals, keyed by index; intervals that are not requested are undefined
 * @param after the last group key that was already read in the first interval
 */
export async function reportRows(
  read: Reader,
  of: RowsOf,
  periods: readonly (Range | undefined)[],
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ReportRow[]> {
  const { groupBy, top } = of;
  const values = valuesFor(of, periods);
  const { series, groups } = sqlOf(of);
  if (groupBy === undefined) return read.rows<ReportRow>(...byName(series, values, 2));
  const page = { top: top ?? null, after: after ?? null, limit, nameKind: column(groupBy) };
  return read.rows<ReportRow>(...byName(groups, { ...values, ...page }, 2));
}

/**
 * Returns the parameters for the pieces, scopes and filters of the SQL statement. In this
 * statement, a scope is the index of an interval.
 */
function valuesFor(
  { view, groupBy, interval, filters }: RowsOf,
  periods: readonly (Range | undefined)[],
): Record<string, unknown> {
  const isGroup = groupBy !== undefined && !view.shape.filters.includes(groupBy);
  const dimension = isGroup ? column(groupBy) : '';
  const scopes = periods.flatMap((period, at) =>
    period ? [{ scope: String(at), dimension, ...period }] : [],
  );
  const pieces = scopes.flatMap((scope) =>
    piecesOf(scope, grainOf(interval)).map((piece) => ({ ...scope, ...piece })),
  );
  return {
    ...wantedFilters(view.shape, filters),
    pieces: JSON.stringify(pieces),
    scopes: JSON.stringify(scopes),
  };
}

interface Texts {
  series: string;
  groups: string;
  count: string;
}

/**
 * The functions that generate the SQL statements of a view, keyed by the column that forms the
 * groups. The SQL texts are cached, because the views are constants.
 */
const texts = new Map<string, (view: ReportView) => Texts>();

function sqlOf({ view, groupBy }: RowsOf): Texts {
  const isFilter = groupBy !== undefined && view.shape.filters.includes(groupBy);
  const keyColumn = isFilter ? `c.${column(groupBy)}` : 'c.group_key';
  const known = texts.get(keyColumn) ?? memoized(keyColumn);
  texts.set(keyColumn, known);
  return known(view);
}

function memoized(key: string): (view: ReportView) => Texts {
  const series = memoizeSql(seriesSql);
  const groups = memoizeSql((view: ReportView) => groupsSql(view, key));
  const count = memoizeSql((view: ReportView) => countSql(view, key));
  return (view) => ({ series: series(view), groups: groups(view), count: count(view) });
}

const textOf = ({ sql, kind }: ShownMeasure): string =>
  kind === 'amount' ? `round((${sql})::numeric, 2)::text` : `trim_scale((${sql})::numeric)::text`;

const valuesOf = ({ shown }: ReportView): string =>
  `array[${Object.values(shown).map(textOf).join(', ')}]`;

const hasSomething = ({ shape }: ReportView): string =>
  shape.measures.map((one) => `sum(c.${column(one)}) <> 0`).join(' or ');

const seriesSql = (view: ReportView): string => `
  with cells as materialized (${cellsSql(view.shape)})
  select p.scope::int as period, null as key, null as name, ${valuesOf(view)} as values
  from jsonb_to_recordset(:scopes::jsonb) p (scope text) left join cells c on c.scope = p.scope
  group by p.scope order by 1`;

const groupsSql = (view: ReportView, key: string): string => `
  with cells as materialized (${cellsSql(view.shape)}),
  placed as (
    select c.scope::int as period, case when :top::text[] is null or ${key} = any(:top::text[]) then ${key} end as key,
      ${valuesOf(view)} as values
    from cells c where :after::text is null or ${key} > :after::text
    group by 1, 2 having ${hasSomething(view)}
    order by 1, array_position(:top::text[], case when :top::text[] is null or ${key} = any(:top::text[]) then ${key} end), 2
    limit :limit::int)
  select p.period, p.key, n.name, p.values
  from placed p left join names n on n.org_id = :org and n.kind = :nameKind and n.key = p.key
  order by p.period, array_position(:top::text[], p.key), p.key`;

const countSql = (view: ReportView, key: string): string => `
  with cells as materialized (${cellsSql(view.shape)})
  select count(*)::int as count
  from (select from cells c group by c.scope, ${key} having ${hasSomething(view)}) x`;
