import { byName, memoizeSql, unestimated, onlyRow, type Reader } from '@timbre/kit';
import { memberAt } from '@timbre/fiscal';
import type { AskedReport } from '../domain/asked-report';
import { column, type FactShape } from '../domain/fact-shape';
import { comparedRange, grainOf, periodsOf, piecesOf } from '../domain/report-range';
import type { ReadReport } from '../domain/show-report';
import { cellsSql, wantedFilters } from './report-cells';
import type { Filters, ReportView } from './report-view';

/**
 * Reads the whole report in one SQL statement, so that totals, series and groups are from the same
 * snapshot.
 */
export async function readReport<Shape extends FactShape>(
  read: Reader,
  view: ReportView<Shape>,
  { range, interval, groupBy, limit, compareTo }: AskedReport,
  filters: Filters<Shape>,
): Promise<ReadReport> {
  const { shape } = view;
  const compared = compareTo && comparedRange(range, compareTo);
  const groups = groupBy === undefined ? undefined : column(groupBy);
  const isFilter = groupBy !== undefined && shape.filters.includes(groupBy);
  const dimension = isFilter ? '' : (groups ?? '');
  const scopes = [
    { scope: 'series', dimension: '', ...range, grain: grainOf(interval) },
    ...(groups === undefined
      ? []
      : [{ scope: 'groups', dimension, ...range, grain: 'year' as const }]),
    ...(compared
      ? [{ scope: 'comparison', dimension: '', ...compared, grain: grainOf(interval) }]
      : []),
  ];
  const pieces = scopes.flatMap(({ grain, ...scope }) =>
    piecesOf(scope, grain).map((piece) => ({ ...scope, ...piece })),
  );
  const text = isFilter ? sqlByFilterOf(view, column(groupBy)) : sqlOf(view);
  const row = onlyRow(
    await read.rows<{
      report: Omit<ReadReport, 'comparison'> & { compared: Pick<ReadReport, 'totals' | 'series'> };
    }>(
      ...byName(
        text,
        {
          ...wantedFilters(shape, filters),
          pieces: JSON.stringify(pieces),
          scopes: JSON.stringify(scopes),
          periods: JSON.stringify(periodsOf(range, interval)),
          limit,
          nameKind: groups ?? '',
          comparedPeriods: JSON.stringify(compared ? periodsOf(compared, interval) : []),
        },
        2,
      ),
    ),
  );
  const { compared: found, ...report } = row.report;
  return { ...report, comparison: compared ? { ...compared, ...found } : null };
}

/**
 * Returns the SQL statement for a view, grouped by the column `group_key`. The SQL text is cached,
 * because the views are constants.
 */
const sqlOf = memoizeSql((view: ReportView) => writeSql(view, 'c.group_key'));
const sqlByFilter = new Map<string, (view: ReportView) => string>();

/**
 * Returns the SQL statement for a view, grouped by the column of a filter, which is a column of all
 * stored sums.
 */
function sqlByFilterOf(view: ReportView, filter: string): string {
  const known = sqlByFilter.get(filter) ?? memoizeSql((one) => writeSql(one, `c.${filter}`));
  sqlByFilter.set(filter, known);
  return known(view);
}

/**
 * Writes the SQL statement that reads a view. A report can have thousands of groups. The first pass
 * therefore adds up only the measure by which the groups are sorted. The second pass adds up all measures
 * of the first groups. The sum of the groups that are not listed is the total minus the first
 * groups. Groups whose measures are all zero are left out.
 */
function writeSql({ shape, shown, main }: ReportView, keyColumn: string): string {
  const { name, filters } = shape;
  const mainSql = memberAt(shown, main).sql;
  const sums = shape.measures.map(column);
  const hasSomething = sums.map((one) => `sum(c.${one}) <> 0`).join(' or ');
  const isIn = (keys: string) => unestimated(`${keyColumn} in (${keys})`);
  const columns = (sign: '' | '-') =>
    [...filters.map((one) => `c.${column(one)}`), ...sums.map((one) => `${sign}c.${one}`)].join();
  const measures = `json_build_object(${Object.entries(shown)
    .map(([measure, { sql }]) => `'${measure}', ${sql}`)
    .join(', ')})`;
  return `with cells as materialized (${cellsSql(shape)}),
    of_series as materialized (select * from cells where scope = 'series'),
    of_comparison as materialized (select * from cells where scope = 'comparison'),
    whole as (select ${measures} as measures, ${mainSql} as main from of_series c),
    compared as (select ${measures} as measures from of_comparison c),
    series as (${seriesSql('of_series', ':periods', measures)}),
    compared_series as (${seriesSql('of_comparison', ':comparedPeriods', measures)}),
    ordered as materialized (
      select ${keyColumn} as key, ${mainSql} as main from cells c where scope = 'groups' group by ${keyColumn}),
    at_zero as (
      select ${keyColumn} as key from cells c
      where scope = 'groups' and ${isIn('select key from ordered where main = 0')}
      group by ${keyColumn} having ${hasSomething}),
    top as materialized (
      select key, row_number() over (order by main desc, key) as place
      from (select key, main from ordered where main <> 0 union all select key, 0 from at_zero) x
      order by main desc, key limit :limit::int),
    of_top as materialized (
      select ${keyColumn} as key, ${columns('')} from cells c
      where scope = 'groups' and ${isIn('select key from top')}),
    parts as (select * from of_top
      union all select null, ${columns('')} from of_series c where exists (select from top)
      union all select null, ${columns('-')} from of_top c),
    grouped as (
      select c.key, ${measures} as measures,
        coalesce(round((${mainSql}) / nullif((select main from whole), 0), 4), 0) as share
      from parts c group by c.key having ${hasSomething})
    select json_build_object(
      'asOf', (select instant(max(told_at)) from ${name}_documents where org_id = :org),
      'totals', (select measures from whole),
      'compared', json_build_object('totals', (select measures from compared),
        'series', (select ${allOfSeries} from compared_series)),
      'series', (select ${allOfSeries} from series),
      'groups', coalesce((select json_agg(json_build_object('key', g.key, 'name', n.name,
          'share', g.share, 'measures', g.measures) order by t.place)
        from grouped g left join top t on t.key = g.key
        left join names n on n.org_id = :org and n.kind = :nameKind and n.key = g.key), '[]'::json)
    ) as report`;
}

const seriesSql = (cells: string, periods: string, measures: string): string =>
  `select p."from" as starts_on, ${measures} as measures
      from jsonb_to_recordset(${periods}::jsonb) p ("from" date, "to" date)
      left join ${cells} c on c.day between p."from" and p."to"
      group by p."from"`;

const allOfSeries = `json_agg(json_build_object('periodStart', starts_on, 'measures', measures)
        order by starts_on)`;
