import { arrayParameter } from './array-parameter';
import { isJsonType, sentValue } from './target';

/** A member of records that are sent as arrays, and the type of its column. */
export type RecordColumn<Name extends string = string> = readonly [
  property: Name,
  type: string,
  ...rest: unknown[],
];

/** `unnest(…) as x ("property", …)` over the arrays; `$first` is the first of them. */
export function unnested(columns: readonly RecordColumn[], first: number): string {
  const arrays = columns.map(([, type], index) => `$${first + index}::${type}[]`);
  const names = columns.map(([property]) => `"${property}"`);
  return `unnest(${arrays.join(', ')}) as x (${names.join(', ')})`;
}

/**
 * Repeats the join on the identifier as a condition on the first array. Without it a join may read
 * every row of the organization.
 */
export const idInArray = (first: number): string => `r.id = any($${first}::uuid[])`;

/**
 * Makes the planner expect half of the rows to match, whatever its statistics say. It would expect
 * no row for a short-lived state, and one row in 200 for a comparison with an expression; a plan
 * for so few rows compares each row with each, or reads all rows for a page.
 */
export const unestimated = (condition: string): string =>
  `case when ${condition} then true else false end`;

/** The arrays: one parameter for each column, however many records there are. */
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
