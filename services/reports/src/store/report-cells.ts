import { column, type FactShape } from '../domain/fact-shape';
import type { Filters } from './report-view';

/**
 * The sums that a report reads, of the rollup and of what waits as deltas: rows of scope, day, group_key,
 * filters and measures. `$2` has the pieces of the rollup by scope, `$3` the scopes with their ranges.
 * @param filtersFrom the parameter of the first filter; the others follow
 */
export function cellsSql({ name, filters, groups, measures }: FactShape, filtersFrom: number) {
  const columns = [...filters, ...measures].map(column);
  const isWanted = (row: string) =>
    filters
      .map((one, at) => {
        const wanted = `$${filtersFrom + at}`;
        return `(${wanted}::text[] is null or ${row}.${column(one)} = any(${wanted}))`;
      })
      .join(' and ');
  const keyOf = groups.map((one) => `when '${column(one)}' then t.${column(one)}`).join(' ');
  return `select p.scope, r.starts_on as day, r.group_key, ${columns.map((one) => `r.${one}`).join(', ')}
      from jsonb_to_recordset($2::jsonb) p (scope text, dimension text, grain text, "from" date, "to" date)
      join ${name}_rollup r on r.org_id = :org and r.dimension = p.dimension and r.grain = p.grain
        and r.starts_on between p."from" and p."to" and ${isWanted('r')}
      union all
      select s.scope, t.day, case s.dimension ${keyOf} else '' end, ${columns.map((one) => `t.${one}`).join(', ')}
      from jsonb_to_recordset($3::jsonb) s (scope text, dimension text, "from" date, "to" date)
      join ${name}_deltas t on t.org_id = :org and t.day between s."from" and s."to" and ${isWanted('t')}`;
}

/** The values of the filters, in their order. */
export const wantedFilters = <Shape extends FactShape>(shape: Shape, filters: Filters<Shape>) =>
  shape.filters.map((name: Shape['filters'][number]) => filters[name] ?? null);
