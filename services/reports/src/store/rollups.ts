import { memoizeSql, type Transaction } from '@timbre/kit';
import type { CalendarDate } from '@timbre/fiscal';
import { column, type FactShape } from '../domain/fact-shape';

/** Deltas of one transaction: it holds the lock of its organization for some tens of milliseconds. */
const foldMax = 5_000;

/**
 * Adds deltas of the organization to its rollup, the oldest first.
 * @returns whether more may be left
 */
export async function fold(tx: Transaction, shape: FactShape): Promise<boolean> {
  await lockRollup(tx, shape);
  const [taken] = await tx.rows<{ count: number }>(foldSql(shape), [tx.organizationId]);
  return taken!.count === foldMax;
}

/** One fold or repair at a time: two of them would wait for each other's rows. */
const lockRollup = (tx: Transaction, { name }: FactShape): Promise<unknown> =>
  tx.rows(`select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 0))::text as locked`, [
    ...[name, tx.organizationId],
  ]);

const foldSql = memoizeSql(
  (shape: FactShape) => `with taken as (delete from ${shape.name}_deltas
      where org_id = $1 and id = any(array(select id from ${shape.name}_deltas where org_id = $1
        order by id limit ${foldMax})) returning *),
    folded as (${addTo(shape, sums(shape, 'taken', allGrains))})
    select count(*)::int as count from taken`,
);

/** The start of the day, month and year of a fact. */
const starts = {
  day: 't.day',
  month: `date_trunc('month', t.day)::date`,
  year: `date_trunc('year', t.day)::date`,
};
export type Grain = keyof typeof starts;
const allGrains: Grain[] = ['day', 'month', 'year'];

/** The rows of the rollup that facts or deltas come to: each dimension alone, and all of them together. */
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

/** The months in which the organization has facts or sums. */
export const monthsWithFacts = async (
  tx: Transaction,
  { name }: FactShape,
): Promise<CalendarDate[]> => {
  const rows = await tx.rows<{ month: CalendarDate }>(
    `select starts_on::text as month from ${name}_rollup where org_id = $1 and dimension = ''
       and grain = 'month'
     union select distinct date_trunc('month', day)::date::text from ${name}_facts where org_id = $1
     order by 1`,
    [tx.organizationId],
  );
  return rows.map(({ month }) => month);
};

/**
 * Compares the sums of a month and of its days with its facts, and of its year with its months.
 * Different sums are replaced by those of the facts.
 * @returns how many sums were different
 */
export async function compareMonth(
  tx: Transaction,
  shape: FactShape,
  month: CalendarDate,
): Promise<number> {
  await lockRollup(tx, shape);
  const values = [tx.organizationId, month];
  const [row] = await tx.bulk<{ count: number }>(repairSql(shape), values);
  const [ofYear] = await tx.bulk<{ count: number }>(repairYearSql(shape), values);
  return row!.count + ofYear!.count;
}

/**
 * What the rollup would have to be with what the deltas still add, against what it is. A row that only
 * one side has differs unless it is zero.
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

const inMonth = `>= $2::date and t.day < $2::date + interval '1 month'`;

const repairSql = memoizeSql((shape: FactShape) => {
  const { name, filters, groups, measures } = shape;
  const columns = ['day', ...[...filters, ...groups, ...measures].map(column)];
  const minus = columns.map((one, at) =>
    at > filters.length + groups.length ? `-t.${one}` : `t.${one}`,
  );
  // Facts less what waits as deltas: what is already in the rollup.
  const folded = `(select ${columns.map((one) => `t.${one}`).join(', ')} from ${name}_facts t
      where t.org_id = $1 and t.day ${inMonth}
    union all select ${minus.join(', ')} from ${name}_deltas t
      where t.org_id = $1 and t.day ${inMonth})`;
  const actual = `select ${keyColumns(shape)}, ${measures.map(column).join(', ')} from ${name}_rollup
    where org_id = $1 and ((grain = 'month' and starts_on = $2::date)
      or (grain = 'day' and starts_on >= $2::date and starts_on < $2::date + interval '1 month'))`;
  return repair(shape, sums(shape, folded, ['day', 'month']), actual);
});

const repairYearSql = memoizeSql((shape: FactShape) => {
  const { name, filters, measures } = shape;
  const keys = [...filters.map(column), 'group_key'].join(', ');
  const year = `date_trunc('year', $2::date)::date`;
  const months = `select dimension, 'year' as grain, ${year} as starts_on, ${keys},
      ${measures.map((one) => `sum(${column(one)}) as ${column(one)}`).join(', ')}
    from ${name}_rollup where org_id = $1 and grain = 'month' and starts_on >= ${year}
      and starts_on < ${year} + interval '1 year'
    group by dimension, ${keys}`;
  const actual = `select ${keyColumns(shape)}, ${measures.map(column).join(', ')} from ${name}_rollup
    where org_id = $1 and grain = 'year' and starts_on = ${year}`;
  return repair(shape, months, actual);
});
