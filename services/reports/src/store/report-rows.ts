import { byName, memoizeSql, onlyRow, type Reader } from '@timbre/kit';
import { column } from '../domain/fact-shape';
import { grainOf, piecesOf, type Interval, type Range } from '../domain/report-range';
import { cellsSql, wantedFilters } from './report-cells';
import type { Filters, ReportView, ShownMeasure } from './report-view';

/** The request for the rows of a file. */
export interface RowsOf {
  view: ReportView;
  filters: Filters;
  interval: Interval;
  /** A dimension of the shape; without it, each row is an interval. */
  groupBy: string | undefined;
  /**
   * The groups that have rows of their own, in this order; all other groups share one row. If
   * absent, every group has its own row.
   */
  top: readonly string[] | undefined;
}

/** A row: the measures of a group in one interval. */
export interface ReportRow {
  /** The index of the interval. */
  period: number;
  /**
   * The key of the group; null for the sum of all groups that have no row of their own, and without
   * groups.
   */
  key: string | null;
  name: string | null;
  /** The values as decimal text, in the order of the view; null for a measure without a value. */
  values: (string | null)[];
}

interface Count {
  count: number;
}

/**
 * Counts the rows of the intervals. If a group has no amounts in an interval, it has no row there.
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
 * Counts the stored sums, which is much faster than counting the rows. Each row is made of at least
 * one sum, so this is an upper limit of the number of rows.
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
 * Reads rows of intervals, in their order; within an interval in the order of `top`, or else by
 * key.
 * @param periods the intervals by index; undefined at the index of intervals that are not requested
 * @param after the last key of the first interval that was already read
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

/** Returns the parameters: pieces, scopes and filters. A scope is the index of an interval. */
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
 * The functions that write the statements of a view, keyed by the column of the groups. Their SQL
 * texts are kept, because the views are constants.
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
