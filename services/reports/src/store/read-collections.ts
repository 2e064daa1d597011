import { byName, memoizeSql, onlyRow, type Reader } from '@timbre/kit';
import { addDays, daysBetween, type CalendarDate } from '@timbre/fiscal';
import type { AskedReport } from '../domain/asked-report';
import { ages, collectionShape } from '../domain/collection-facts';
import { column } from '../domain/fact-shape';
import {
  comparedRange,
  grainOf,
  periodsOf,
  piecesOf,
  type Grain,
  type Range,
} from '../domain/report-range';
import type { ReadReport } from '../domain/show-report';

/** The last days up to which changes are added up. */
export interface CollectionDays {
  /** The day for which the outstanding balance is shown, as of its end. */
  outstandingOn: CalendarDate;
  /**
   * The last day that is included in the days sales outstanding (DSO); this day is never after
   * today.
   */
  until: CalendarDate;
}

/** The groups that the report reads. */
export interface CollectionGroups {
  /** The customer to which the report is limited, or undefined for all customers. */
  customerId: string | undefined;
  /**
   * The groups that get separate rows; if the list is absent, the largest groups get separate rows.
   */
  top?: readonly string[] | undefined;
}

/** The amounts of a row of the collections report, with the outstanding balance by age. */
export type CollectionMeasures = Record<string, number | null | Record<string, number | null>>;

type Found = ReadReport<CollectionMeasures>;

/**
 * The scope of the changes that are added up: the changes in a range, or all changes up to a day.
 */
interface Scope extends Range {
  of: 'series' | 'customers' | 'compared';
  kind: 'flow' | 'stock' | 'debt' | 'before' | 'run';
  dimension: '' | 'customer';
  grain: Grain;
}

/** A date before the first document of any organization. */
const firstDay = '1900-01-01';

/**
 * Reads the whole collections report in one SQL statement. The outstanding balance at the end of a day is
 * the sum of all changes up to that day. The statement reads only a few rows, because sums of whole
 * years, months and days are stored.
 */
export async function readCollections(
  read: Reader,
  { range, interval, groupBy = 'none', limit, compareTo }: AskedReport,
  days: CollectionDays,
  { customerId, top }: CollectionGroups,
): Promise<Found> {
  const compared = compareTo && comparedRange(range, compareTo);
  const dimension = customerId === undefined ? '' : 'customer';
  const scopes: Scope[] = [
    ...sumsOf({ of: 'series', dimension }, range, days, grainOf(interval)),
    ...runOf({ of: 'series', dimension }, range, days, grainOf(interval)),
    ...(groupBy === 'customer' ? sumsOf({ of: 'customers', dimension: groupBy }, range, days) : []),
    ...(compared
      ? [
          ...sumsOf({ of: 'compared', dimension }, compared, endOf(compared), grainOf(interval)),
          ...runOf({ of: 'compared', dimension }, compared, endOf(compared), grainOf(interval)),
        ]
      : []),
  ];
  const pieces = scopes.flatMap(({ grain, ...scope }) =>
    piecesOf(scope, grain).map((piece) => ({ ...scope, ...piece })),
  );
  const row = onlyRow(
    await read.rows<{
      report: Omit<Found, 'comparison'> & { compared: Pick<Found, 'totals' | 'series'> };
    }>(
      ...byName(
        sqlOf(groupings[groupBy as keyof typeof groupings]),
        {
          pieces: JSON.stringify(pieces),
          scopes: JSON.stringify(scopes),
          periods: JSON.stringify(periodsOf(range, interval)),
          limit,
          customerId: customerId ?? null,
          until: days.until,
          days: daysOf(range, days.until),
          comparedDays: compared ? daysOf(compared, compared.to) : 0,
          comparedPeriods: JSON.stringify(compared ? periodsOf(compared, interval) : []),
          top: top ?? null,
        },
        2,
      ),
    ),
  );
  const { compared: found, ...report } = row.report;
  return { ...report, comparison: compared ? { ...compared, ...found } : null };
}

/**
 * Returns the last days for the compared range, whose outstanding balance is read at the end of the
 * range.
 */
const endOf = ({ to }: Range): CollectionDays => ({ outstandingOn: to, until: to });

type Owner = Pick<Scope, 'of' | 'dimension'>;

/**
 * Returns the scopes for the totals: the changes in the range, and all changes up to the days of the
 * outstanding balance.
 */
const sumsOf = (
  owner: Owner,
  range: Range,
  { outstandingOn, until }: CollectionDays,
  grain: Grain = 'year',
): Scope[] => [
  { ...owner, ...range, kind: 'flow', grain },
  { ...owner, from: firstDay, to: outstandingOn, kind: 'stock', grain: 'year' },
  { ...owner, from: firstDay, to: until, kind: 'debt', grain: 'year' },
];

/**
 * Returns the scopes for a series: the outstanding balance before the range, and the changes in the
 * range.
 */
function runOf(owner: Owner, range: Range, days: CollectionDays, grain: Grain): Scope[] {
  const { outstandingOn } = days;
  const before = addDays(range.from, -1);
  const to = outstandingOn < range.to ? outstandingOn : range.to;
  return [
    { ...owner, from: firstDay, to: to < before ? to : before, kind: 'before', grain: 'year' },
    ...(to < range.from ? [] : [{ ...owner, from: range.from, to, kind: 'run' as const, grain }]),
  ];
}

const daysOf = ({ from, to }: Range, until: CalendarDate): number =>
  daysBetween(from, to < until ? to : until) + 1;

const { name, measures } = collectionShape;
const flows = ['invoiced', 'credited', 'collected', 'expected', 'collectedOfExpected'].map(column);
const stocks = ages.map(({ age }) => column(age));

/** SQL that calculates the outstanding balance in a row of sums. */
const outstanding = (row: string) => `(${stocks.map((one) => `${row}.${one}`).join(' + ')})`;

const sumIf = (sql: string, kind: string) =>
  `coalesce(sum(${sql}) filter (where c.kind = '${kind}'), 0)`;

const flowSums = flows.map((one) => `${sumIf(`c.${one}`, 'flow')} as ${one}`).join(', ');

const sums = `${flowSums}, ${stocks.map((one) => `${sumIf(`c.${one}`, 'stock')} as ${one}`).join(', ')},
  ${sumIf(outstanding('c'), 'debt')} as debt`;

/** SQL that calculates the measures in a row of sums, together with the days of the row. */
const shown = `json_build_object('invoiced', x.invoiced, 'credited', x.credited,
  'collected', x.collected, 'outstanding', ${outstanding('x')},
  'overdue', ${outstanding('x')} - x.current,
  'aging', json_build_object(${ages.map(({ age }) => `'${age}', x.${column(age)}`).join(', ')}),
  'daysSalesOutstanding', round(x.debt * x.days / nullif(x.invoiced, 0), 1),
  'expected', x.expected, 'collectedOfExpected', x.collected_of_expected)`;

/** SQL that selects the rows of groups, and the measure from which their shares are calculated. */
interface Grouping {
  /** SQL that selects rows with the columns key, sums, debt and days. */
  rows: string;
  main: (row: string) => string;
  /** SQL for the sort order of groups; by default, the largest groups come first. */
  order?: (row: string) => string;
  /** Whether the outstanding balances of two groups can be added up. */
  isAdditive: boolean;
}

const nothing = flows.map((one) => `null::numeric as ${one}`).join(', ');

const byCustomer: Grouping = {
  rows: `select c.key, ${sums}, :days::int as days from cells c where c."of" = 'customers' group by c.key`,
  main: outstanding,
  isAdditive: true,
};

const groupings = {
  none: { ...byCustomer, rows: `${byCustomer.rows} having false` },
  customer: byCustomer,
  aging: {
    rows: `select v.key, ${nothing},
        ${ages.map(({ age }) => `case v.key when '${age}' then t.${column(age)} else 0 end as ${column(age)}`).join(', ')},
        null::numeric as debt, null::int as days
      from totals t cross join (values ${ages.map(({ age }) => `('${age}')`).join(', ')}) v (key)`,
    main: outstanding,
    order: (row) =>
      `array_position(array[${ages.map(({ age }) => `'${age}'`).join(', ')}], ${row}.key)`,
    isAdditive: true,
  },
  interval: {
    rows: `select r."from"::text as key, ${[...flows, ...stocks].join(', ')}, debt, days from running r`,
    main: (row) => `${row}.collected`,
    isAdditive: false,
  },
} satisfies Record<string, Grouping>;

const sqlOf = memoizeSql((grouping: Grouping) => {
  const { rows, main, isAdditive, order = (row) => `${main(row)} desc` } = grouping;
  const columns = measures.map(column);
  const all = [...columns, 'debt'];
  const read = (row: string) => columns.map((one) => `${row}.${one}`).join(', ');
  const whole = (one: string) =>
    isAdditive || flows.includes(one)
      ? `sum(p.${one}) as ${one}`
      : `case when bool_and(p.place <= :limit::int) then sum(p.${one}) end as ${one}`;
  const scope = `("of" text, kind text, dimension text, grain text, "from" date, "to" date)`;
  return `with cells as materialized (
      select p."of", p.kind, r.starts_on as day, r.group_key as key, ${read('r')}
      from jsonb_to_recordset(:pieces::jsonb) p ${scope}
      join ${name}_rollup r on r.org_id = :org and r.dimension = p.dimension and r.grain = p.grain
        and r.starts_on between p."from" and p."to" and (:customerId::text is null or r.group_key = :customerId)
      union all
      select s."of", s.kind, t.day, case s.dimension when '' then '' else t.customer end, ${read('t')}
      from jsonb_to_recordset(:scopes::jsonb) s ${scope}
      join ${name}_deltas t on t.org_id = :org and t.day between s."from" and s."to"
        and (:customerId::text is null or t.customer = :customerId)
    ), totals as (select ${sums}, :days::int as days from cells c where c."of" = 'series'),
    compared as (select ${sums}, :comparedDays::int as days from cells c where c."of" = 'compared'),
    ${runningSql('series', ':periods', 'running')},
    ${runningSql('compared', ':comparedPeriods', 'compared_running')},
    keyed as (${rows}),
    placed as (
      select k.*, case when :top::text[] is null then row_number() over (order by ${order('k')}, k.key)
          else coalesce(array_position(:top::text[], k.key), :limit::int + 1) end as place from keyed k
      where ${columns.map((one) => `coalesce(k.${one}, 0) <> 0`).join(' or ')}),
    grouped as (
      select least(p.place, :limit::int + 1) as place, ${all.map(whole).join(', ')}, max(p.days) as days,
        case when p.place <= :limit::int then p.key end as key,
        coalesce(round(sum(${main('p')}) / nullif((select ${main('t')} from totals t), 0), 4), 0) as share
      from placed p group by 1, case when p.place <= :limit::int then p.key end)
    select json_build_object(
      'asOf', (select instant(max(told_at)) from ${name}_documents where org_id = :org),
      'totals', (select ${shown} from totals x),
      'compared', json_build_object('totals', (select ${shown} from compared x),
        'series', (select ${allOfSeries} from compared_running x)),
      'series', (select ${allOfSeries} from running x),
      'groups', coalesce((select json_agg(json_build_object('key', x.key, 'name', n.name,
          'share', x.share, 'measures', ${shown}) order by x.place)
        from grouped x left join names n on n.org_id = :org and n.kind = 'customer' and n.key = x.key),
        '[]'::json)
    ) as report`;
});

const allOfSeries = `json_agg(json_build_object('periodStart', x."from", 'measures', ${shown})
  order by x."from")`;

/**
 * SQL that selects the intervals of a range, each with the outstanding balance at the end of the
 * interval.
 */
const runningSql = (of: Scope['of'], periods: string, as: string): string =>
  `${as}_before as (select ${stocks.map((one) => `${sumIf(`c.${one}`, 'before')} as ${one}`).join(', ')}
      from cells c where c."of" = '${of}'),
    ${as}_changes as (
      select p."from", p."to", ${flowSums},
        ${stocks.map((one) => `${sumIf(`c.${one}`, 'run')} as ${one}`).join(', ')}
      from jsonb_to_recordset(${periods}::jsonb) p ("from" date, "to" date)
      left join cells c on c."of" = '${of}' and c.kind in ('flow', 'run')
        and c.day between p."from" and p."to"
      group by p."from", p."to"),
    ${as}_ends as (
      select c."from", c."to", ${flows.map((one) => `c.${one}`).join(', ')},
        ${stocks.map((one) => `b.${one} + sum(c.${one}) over (order by c."from") as ${one}`).join(', ')}
      from ${as}_changes c cross join ${as}_before b),
    ${as} as (select r.*, ${outstanding('r')} as debt,
      least(r."to", :until::date) - r."from" + 1 as days from ${as}_ends r)`;
