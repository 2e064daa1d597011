import { arrayParameter } from './array-parameter';
import { isJsonType, sentValue } from './target';

/** A property of records whose values are sent as one array, with the SQL type of its column. */
export type RecordColumn<Name extends string = string> = readonly [
  property: Name,
  type: string,
  ...rest: unknown[],
];

/** Returns SQL that converts the arrays to rows: `unnest(…) as x ("property", …)`. */
export function unnested(columns: readonly RecordColumn[], first: number): string {
  const arrays = columns.map(([, type], index) => `$${first + index}::${type}[]`);
  const names = columns.map(([property]) => `"${property}"`);
  return `unnest(${arrays.join(', ')}) as x (${names.join(', ')})`;
}

/**
 * Returns a condition that limits `r` to the identifiers in the array parameter `$first`. A join on
 * the identifier needs this additional condition, because PostgreSQL might otherwise read every row
 * of the organization.
 */
export const idInArray = (first: number): string => `r.id = any($${first}::uuid[])`;

/**
 * Rewrites a condition so that PostgreSQL's planner always estimates that half of the rows match,
 * regardless of its statistics. With its own estimate, the planner expects no rows in a short-lived
 * state, and one row in 200 for a comparison with an expression. With such a low estimate, the plan
 * would compare each row with every other row, or read all rows for one page.
 */
export const unestimated = (condition: string): string =>
  `case when ${condition} then true else false end`;

/**
 * Returns the values of records as arrays: one SQL parameter per column, however many records there
 * are.
 */
export function recordValues(
  columns: readonly RecordColumn[],
  records: readonly object[],
): unknown[] {
  return columns.map(([property, type]) => {
    const isText = isJsonType(type);
    const sent = records.map((record) =>
      sentValue(isText, (record as Record<string, unknown>)[property]),
    );
    return arrayParameter(type, sent);
  });
}

/**
 * Returns the only row of a statement that always returns one row.
 * @throws Error if the statement returned no row
 */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement returned no row');
  return row;
}
