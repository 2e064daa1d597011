import { memoizeSql, type Reader } from '@timbre/kit';
import { column } from '../domain/fact-shape';
import { grainOf, piecesOf, type Interval, type Range } from '../domain/report-range';
import { cellsSql, wantedFilters } from './report-cells';
import type { Filters, ReportView, ShownMeasure } from './report-view';

/** The subject of the rows of a file. */
export interface RowsOf {
  view: ReportView;
  filters: Filters;
  interval: Interval;
  /** A dimension of the shape; without it a row is an interval. */
  groupBy: string | undefined;
  /** Groups with rows of their own, in this order; the others share one. Every group has its own if absent. */
  top: readonly string[] | undefined;
}

/** The measures of a group in one interval. */
export interface ReportRow {
  /** The index of the interval. */
  period: number;
  /** null: the groups beyond the first ones, or a row without a group. */
  key: string | null;
  name: string | null;
  /** Decimal text in the order of the view; null where a measure has no value. */
  values: (string | null)[];
}

/** How many rows the intervals have. A group without anything in an interval has none. */
export const countRows = (read: Reader, of: RowsOf, periods: readonly Range[]): Promise<number> =>
  countIn(read, sqlOf(of).count, of, periods);

/**
 * How many rows the intervals of ranges have at most, in a fraction of the time: a row is made of one sum
 * or more.
 */
export const countSums = (read: Reader, of: RowsOf, ranges: readonly Range[]): Promise<number> =>
  countIn(read, sumsSql(of.view), of, ranges);

async function countIn(read: Reader, sql: string, of: RowsOf, periods: readonly Range[]) {
  const wanted = wantedFilters(of.view.shape, of.filters);
  const [row] = await read.rows<{ count: number }>(sql, [...askedOf(of, periods), ...wanted]);
  return row!.count;
}

const sumsSql = memoizeSql(
  ({ shape }: ReportView) => `select count(*)::int as count from (${cellsSql(shape, 4)}) c`,
);

/**
 * Rows of intervals, in their order; the groups of each by `top` or else by key.
 * @param periods with empty places for intervals that are not asked for
 * @param after the last key that is known of the first interval
 */
export async function reportRows(
  read: Reader,
  of: RowsOf,
  periods: readonly (Range | undefined)[],
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ReportRow[]> {
  const { groupBy, top, view, filters } = of;
  const wanted = wantedFilters(view.shape, filters);
  const asked = askedOf(of, periods);
  if (groupBy === undefined) return read.rows<ReportRow>(sqlOf(of).series, [...asked, ...wanted]);
  return read.rows<ReportRow>(sqlOf(of).groups, [
    ...asked,
    top ?? null,
    after ?? null,
    limit,
    column(groupBy),
    ...wanted,
  ]);
}

/** Pieces and scopes; a scope is the index of an interval. */
function askedOf({ view, groupBy, interval }: RowsOf, periods: readonly (Range | undefined)[]) {
  const isGroup = groupBy !== undefined && !view.shape.filters.includes(groupBy);
  const dimension = isGroup ? column(groupBy) : '';
  const scopes = periods.flatMap((period, at) =>
    period ? [{ scope: String(at), dimension, ...period }] : [],
  );
  const pieces = scopes.flatMap((scope) =>
    piecesOf(scope, grainOf(interval)).map((piece) => ({ ...scope, ...piece })),
  );
  return [JSON.stringify(pieces), JSON.stringify(scopes)];
}

interface Texts {
  series: string;
  groups: string;
  count: string;
}

/** The statements of a view by the column of its groups; the views are constants. */
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
  with cells as materialized (${cellsSql(view.shape, 4)})
  select p.scope::int as period, null as key, null as name, ${valuesOf(view)} as values
  from jsonb_to_recordset($3::jsonb) p (scope text) left join cells c on c.scope = p.scope
  group by p.scope order by 1`;

const groupsSql = (view: ReportView, key: string): string => `
  with cells as materialized (${cellsSql(view.shape, 8)}),
  placed as (
    select c.scope::int as period, case when $4::text[] is null or ${key} = any($4::text[]) then ${key} end as key,
      ${valuesOf(view)} as values
    from cells c where $5::text is null or ${key} > $5::text
    group by 1, 2 having ${hasSomething(view)}
    order by 1, array_position($4::text[], case when $4::text[] is null or ${key} = any($4::text[]) then ${key} end), 2
    limit $6::int)
  select p.period, p.key, n.name, p.values
  from placed p left join names n on n.org_id = :org and n.kind = $7 and n.key = p.key
  order by p.period, array_position($4::text[], p.key), p.key`;

const countSql = (view: ReportView, key: string): string => `
  with cells as materialized (${cellsSql(view.shape, 4)})
  select count(*)::int as count
  from (select from cells c group by c.scope, ${key} having ${hasSomething(view)}) x`;
