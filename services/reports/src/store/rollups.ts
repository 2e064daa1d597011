import { memoizeSql, onlyRow, type Transaction } from '@timbre/kit';
import type { CalendarDate } from '@timbre/fiscal';
import { column, type FactShape } from '../domain/fact-shape';
import { spansOf, type Grain, type Range } from '../domain/report-range';

/**
 * The number of deltas that one transaction adds to the rollup. This transaction locks the rollup
 * of its organization for some tens of milliseconds.
 */
const foldMax = 5_000;

/**
 * Adds the oldest deltas of the organization to its rollup and deletes them, if no other process is
 * adding deltas.
 * @returns true if more deltas may remain, or undefined if another process is adding deltas
 */
export async function fold(tx: Transaction, shape: FactShape): Promise<boolean | undefined> {
  const turn = onlyRow(
    await tx.rows<{ isOwn: boolean }>(
      `select pg_try_advisory_xact_lock(${rollupLock}) as "isOwn"`,
      lockedRollup(tx, shape),
    ),
  );
  if (!turn.isOwn) return undefined;
  const taken = onlyRow(await tx.rows<{ count: number }>(foldSql(shape), [tx.organizationId]));
  return taken.count === foldMax;
}

/**
 * SQL that calculates the key for the advisory lock of a rollup. Only one process adds deltas to or
 * repairs a rollup at a time, because two processes could deadlock on each other's rows.
 */
const rollupLock = `hashtextextended($1 || ' ' || $2, 0)`;
const lockedRollup = (tx: Transaction, { name }: FactShape) => [name, tx.organizationId];

const lockRollup = (tx: Transaction, shape: FactShape): Promise<unknown> =>
  tx.rows(`select pg_advisory_xact_lock(${rollupLock})::text as locked`, lockedRollup(tx, shape));

const foldSql = memoizeSql(
  (shape: FactShape) => `with taken as (delete from ${shape.name}_deltas
      where org_id = $1 and id = any(array(select id from ${shape.name}_deltas where org_id = $1
        order by id limit ${foldMax})) returning *),
    folded as (${addTo(shape, sums(shape, 'taken', allGrains))})
    select count(*)::int as count from taken`,
);

/** SQL that calculates the first day of the period (day, month or year) that contains a fact. */
const starts: Record<Grain, string> = {
  day: 't.day',
  month: `date_trunc('month', t.day)::date`,
  year: `date_trunc('year', t.day)::date`,
};
const allGrains: Grain[] = ['day', 'month', 'year'];

/**
 * SQL that adds up facts or deltas to rollup rows: one row for each value of a group dimension, and one
 * row for all values together.
 */
function sums({ filters, groups, measures }: FactShape, from: string, grains: Grain[]): string {
  const keys = [...filters.map((one) => `t.${column(one)}`), 'd.group_key'].join(', ');
  const dimensions = groups.map((one) => `('${column(one)}', t.${column(one)})`);
  return `select d.dimension, g.grain, g.starts_on, ${keys},
      ${measures.map((one) => `sum(t.${column(one)}) as ${column(one)}`).join(', ')}
    from ${from} t
    cross join lateral (values ${[`('', '')`, ...dimensions].join(', ')}) d (dimension, group_key)
    cross join lateral (values ${grains.map((one) => `('${one}', ${starts[one]})`).join(', ')})
      g (grain, starts_on)
    group by d.dimension, g.grain, g.starts_on, ${keys}`;
}

function addTo(shape: FactShape, select: string): string {
  const { name, measures } = shape;
  return `insert into ${name}_rollup as r (org_id, ${keyColumns(shape)}, ${measures.map(column).join(', ')})
    select $1::uuid, s.* from (${select}) s
    on conflict (org_id, ${keyColumns(shape)}) do update set
      ${measures.map((one) => `${column(one)} = r.${column(one)} + excluded.${column(one)}`).join(', ')}`;
}

const keyColumns = ({ filters }: FactShape): string =>
  ['dimension', 'grain', 'starts_on', ...filters.map(column), 'group_key'].join(', ');

/**
 * Returns the days that must be compared, in spans that contain few facts. The compared days are
 * all days with facts, and the first days of all periods with stored sums.
 */
export async function spansToCompare(tx: Transaction, { name }: FactShape): Promise<Range[]> {
  const days = await tx.rows<{ day: CalendarDate; facts: number }>(
    `select day::text as day, sum(facts)::int as facts from (
       select day, count(*) as facts from ${name}_facts where org_id = $1 group by day
       union all select starts_on, 0 from ${name}_rollup where org_id = $1 and dimension = '') x
     group by day order by day`,
    [tx.organizationId],
  );
  return spansOf(days, comparedMax);
}

/**
 * The maximum number of facts that one statement adds up. The SQL statement must end before
 * PostgreSQL's time limit of a few seconds.
 */
const comparedMax = 5_000;

/**
 * Compares the stored sums of days with the facts of these days and replaces wrong sums.
 * @returns the number of wrong sums that the comparison replaced
 */
export async function compareDays(
  tx: Transaction,
  shape: FactShape,
  { from, to }: Range,
): Promise<number> {
  await lockRollup(tx, shape);
  const row = onlyRow(
    await tx.bulk<{ count: number }>(repairDaysSql(shape), [tx.organizationId, from, to]),
  );
  return row.count;
}

/**
 * Compares the sums of a month with the sums of its days, and the sums of its year with the sums of the
 * year's months. Wrong sums are replaced.
 * @returns the number of wrong sums that the comparison replaced
 */
export async function compareMonth(
  tx: Transaction,
  shape: FactShape,
  month: CalendarDate,
): Promise<number> {
  await lockRollup(tx, shape);
  const values = [tx.organizationId, month];
  const ofMonth = onlyRow(await tx.bulk<{ count: number }>(repairMonthSql(shape), values));
  const ofYear = onlyRow(await tx.bulk<{ count: number }>(repairYearSql(shape), values));
  return ofMonth.count + ofYear.count;
}

/**
 * SQL that compares the expected rollup with the stored rollup and corrects the stored rollup. Deltas
 * that the rollup does not include yet are not compared. A row that exists in only one of the two rollups
 * counts as a difference, except if its sums are zero.
 */
function repair(shape: FactShape, right: string, actual: string): string {
  const { name, measures } = shape;
  const columns = measures.map(column);
  const wanted = columns.map((one) => `coalesce(w.${one}, 0) as ${one}`).join(', ');
  const differs = columns
    .map((one) => `coalesce(w.${one}, 0) <> coalesce(a.${one}, 0)`)
    .join(' or ');
  return `with wanted as (${right}), actual as (${actual}),
    wrong as (select ${keyColumns(shape)}, ${wanted}
      from wanted w full join actual a using (${keyColumns(shape)}) where ${differs}),
    written as (insert into ${name}_rollup (org_id, ${keyColumns(shape)}, ${columns.join(', ')})
      select $1::uuid, x.* from wrong x on conflict (org_id, ${keyColumns(shape)}) do update set
      ${columns.map((one) => `${one} = excluded.${one}`).join(', ')})
    select count(*)::int as count from wrong`;
}

const repairDaysSql = memoizeSql((shape: FactShape) => {
  const { name, filters, groups, measures } = shape;
  const columns = ['day', ...[...filters, ...groups, ...measures].map(column)];
  const minus = columns.map((one, at) =>
    at > filters.length + groups.length ? `-t.${one}` : `t.${one}`,
  );
  const isMeant = 't.org_id = $1 and t.day between $2::date and $3::date';
  // The facts minus the deltas that were not added to the rollup yet. The rollup must equal the
  // facts minus these deltas.
  const folded = `(select ${columns.map((one) => `t.${one}`).join(', ')} from ${name}_facts t
      where ${isMeant}
    union all select ${minus.join(', ')} from ${name}_deltas t where ${isMeant})`;
  const actual = `select ${keyColumns(shape)}, ${measures.map(column).join(', ')} from ${name}_rollup
    where org_id = $1 and grain = 'day' and starts_on between $2::date and $3::date`;
  return repair(shape, sums(shape, folded, ['day']), actual);
});

const repairMonthSql = memoizeSql((shape: FactShape) => repairBy(shape, 'month', 'day'));
const repairYearSql = memoizeSql((shape: FactShape) => repairBy(shape, 'year', 'month'));

/**
 * SQL that compares the sums of the month or year of a day with the sums of the next smaller unit.
 */
function repairBy(shape: FactShape, grain: 'month' | 'year', finer: Grain): string {
  const { name, filters, measures } = shape;
  const keys = [...filters.map(column), 'group_key'].join(', ');
  const start = `date_trunc('${grain}', $2::date)::date`;
  const wanted = `select dimension, '${grain}' as grain, ${start} as starts_on, ${keys},
      ${measures.map((one) => `sum(${column(one)}) as ${column(one)}`).join(', ')}
    from ${name}_rollup where org_id = $1 and grain = '${finer}' and starts_on >= ${start}
      and starts_on < ${start} + interval '1 ${grain}'
    group by dimension, ${keys}`;
  const actual = `select ${keyColumns(shape)}, ${measures.map(column).join(', ')} from ${name}_rollup
    where org_id = $1 and grain = '${grain}' and starts_on = ${start}`;
  return repair(shape, wanted, actual);
}

/**
 * SQL that selects organizations with deltas, the oldest delta first; `$1` is the time, which this
 * SQL statement does not use. The query finds each organization with a single index lookup,
 * regardless of the number of its deltas.
 */
export const organizationsToFold = (name: string): string =>
  `with recursive found as (
     (select org_id, id as oldest from ${name}_deltas where $1::timestamptz is not null
       order by org_id, id limit 1)
     union all
     select n.org_id, n.id from found f cross join lateral (
       select d.org_id, d.id from ${name}_deltas d where d.org_id > f.org_id
       order by d.org_id, d.id limit 1) n)
   select org_id, org_id as id from found order by oldest`;
