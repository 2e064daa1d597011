import { memoizeSql, type Reader } from '@timbre/kit';
import type { AskedReport } from '../domain/asked-report';
import { column, type FactShape } from '../domain/fact-shape';
import { comparedRange, grainOf, periodsOf, piecesOf } from '../domain/report-range';
import type { ReadReport } from '../domain/show-report';
import { cellsSql, wantedFilters } from './report-cells';
import type { Filters, ReportView } from './report-view';

/** One statement reads everything, so that totals, series and groups are of the same instant. */
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
  const [row] = await read.rows<{
    report: Omit<ReadReport, 'comparison'> & { compared: Pick<ReadReport, 'totals' | 'series'> };
  }>(text, [
    ...[JSON.stringify(pieces), JSON.stringify(scopes)],
    JSON.stringify(periodsOf(range, interval)),
    ...[limit, groups ?? ''],
    JSON.stringify(compared ? periodsOf(compared, interval) : []),
    ...wantedFilters(shape, filters),
  ]);
  const { compared: found, ...report } = row!.report;
  return { ...report, comparison: compared ? { ...compared, ...found } : null };
}

/** The statement of a view by the column of its groups; the views are constants. */
const sqlOf = memoizeSql((view: ReportView) => writeSql(view, 'c.group_key'));
const sqlByFilter = new Map<string, (view: ReportView) => string>();

/** The same, grouped by a filter: each cell has it. */
function sqlByFilterOf(view: ReportView, filter: string): string {
  const known = sqlByFilter.get(filter) ?? memoizeSql((one) => writeSql(one, `c.${filter}`));
  sqlByFilter.set(filter, known);
  return known(view);
}

function writeSql({ shape, shown, main }: ReportView, keyColumn: string): string {
  const { name } = shape;
  const mainSql = shown[main]!.sql;
  const hasSomething = shape.measures.map((one) => `sum(c.${column(one)}) <> 0`).join(' or ');
  const measures = `json_build_object(${Object.entries(shown)
    .map(([measure, { sql }]) => `'${measure}', ${sql}`)
    .join(', ')})`;
  return `with cells as materialized (${cellsSql(shape, 8)}),
    whole as (select ${measures} as measures, ${mainSql} as main from cells c where scope = 'series'),
    compared as (select ${measures} as measures from cells c where scope = 'comparison'),
    series as (${seriesSql('series', '$4', measures)}),
    compared_series as (${seriesSql('comparison', '$7', measures)}),
    placed as (
      select ${keyColumn} as key, row_number() over (order by ${mainSql} desc, ${keyColumn}) as place
      from cells c where scope = 'groups' group by ${keyColumn}
      having ${hasSomething}),
    top as (select coalesce(jsonb_object_agg(key, place), '{}') as places from placed where place <= $5::int),
    grouped as (
      select (t.places ->> ${keyColumn})::int as place,
        case when t.places ? ${keyColumn} then ${keyColumn} end as key, ${measures} as measures,
        coalesce(round((${mainSql}) / nullif((select main from whole), 0), 4), 0) as share
      from cells c cross join top t where c.scope = 'groups'
      group by 1, 2 having ${hasSomething})
    select json_build_object(
      'asOf', (select instant(max(told_at)) from ${name}_documents where org_id = :org),
      'totals', (select measures from whole),
      'compared', json_build_object('totals', (select measures from compared),
        'series', (select ${allOfSeries} from compared_series)),
      'series', (select ${allOfSeries} from series),
      'groups', coalesce((select json_agg(json_build_object('key', g.key, 'name', n.name,
          'share', g.share, 'measures', g.measures) order by g.place)
        from grouped g left join names n on n.org_id = :org and n.kind = $6 and n.key = g.key), '[]'::json)
    ) as report`;
}

const seriesSql = (scope: string, periods: string, measures: string): string =>
  `select p."from" as starts_on, ${measures} as measures
      from jsonb_to_recordset(${periods}::jsonb) p ("from" date, "to" date)
      left join cells c on c.scope = '${scope}' and c.day between p."from" and p."to"
      group by p."from"`;

const allOfSeries = `json_agg(json_build_object('periodStart', starts_on, 'measures', measures)
        order by starts_on)`;
