import { column, type FactShape } from '../domain/fact-shape';
import type { Filters } from './report-view';

/**
 * Returns SQL that selects the sums of a report from the rollup and the deltas. The selected rows
 * have the columns scope, day and group_key, and columns for the filters and measures. The
 * parameters are `:pieces` (the pieces of the rollup by scope), `:scopes` (the scopes with their
 * ranges), and one parameter for each filter.
 */
export function cellsSql({ name, filters, groups, measures }: FactShape) {
  const columns = [...filters, ...measures].map(column);
  const isWanted = (row: string) =>
    filters
      .map((one) => `(:${one}::text[] is null or ${row}.${column(one)} = any(:${one}))`)
      .join(' and ');
  const keyOf = groups.map((one) => `when '${column(one)}' then t.${column(one)}`).join(' ');
  return `select p.scope, r.starts_on as day, r.group_key, ${columns.map((one) => `r.${one}`).join(', ')}
      from jsonb_to_recordset(:pieces::jsonb) p (scope text, dimension text, grain text, "from" date, "to" date)
      join ${name}_rollup r on r.org_id = :org and r.dimension = p.dimension and r.grain = p.grain
        and r.starts_on between p."from" and p."to" and ${isWanted('r')}
      union all
      select s.scope, t.day, case s.dimension ${keyOf} else '' end, ${columns.map((one) => `t.${one}`).join(', ')}
      from jsonb_to_recordset(:scopes::jsonb) s (scope text, dimension text, "from" date, "to" date)
      join ${name}_deltas t on t.org_id = :org and t.day between s."from" and s."to" and ${isWanted('t')}`;
}

/** Returns the values of the filters, keyed by name. */
export const wantedFilters = <Shape extends FactShape>(
  shape: Shape,
  filters: Filters<Shape>,
): Record<string, unknown> =>
  Object.fromEntries(
    shape.filters.map((name: Shape['filters'][number]) => [name, filters[name] ?? null]),
  );
