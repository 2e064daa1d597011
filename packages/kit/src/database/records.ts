import { arrayParameter } from './array-parameter';
import { isJsonType, sentValue } from './target';

/** A property of records whose values are sent as one array, with the type of its column. */
export type RecordColumn<Name extends string = string> = readonly [
  property: Name,
  type: string,
  ...rest: unknown[],
];

/** Returns SQL that reads the arrays as rows: `unnest(…) as x ("property", …)`. */
export function unnested(columns: readonly RecordColumn[], first: number): string {
  const arrays = columns.map(([, type], index) => `$${first + index}::${type}[]`);
  const names = columns.map(([property]) => `"${property}"`);
  return `unnest(${arrays.join(', ')}) as x (${names.join(', ')})`;
}

/**
 * Returns a condition that limits `r` to the identifiers in the array of parameter `$first`. A join
 * on the identifier needs this additional condition, because otherwise it might read every row of
 * the organization.
 */
export const idInArray = (first: number): string => `r.id = any($${first}::uuid[])`;

/**
 * Writes a condition in a form for which PostgreSQL's planner expects half of the rows to match,
 * whatever its statistics are. Otherwise the planner expects no row in a short-lived state, and one
 * row in 200 for a comparison with an expression. A plan for so few rows compares each row with
 * every other row, or reads all rows for one page.
 */
export const unestimated = (condition: string): string =>
  `case when ${condition} then true else false end`;

/**
 * Returns the values of records as arrays: one parameter for each column, however many records
 * there are.
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
 * Returns the only row of a statement that always returns one.
 * @throws Error if there is none
 */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement returned no row');
  return row;
}
