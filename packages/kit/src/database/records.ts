import { arrayParameter } from './array-parameter';
import { isJsonType, sentValue } from './target';

/** A member of records that travel as arrays, and the type of its column. */
export type RecordColumn = readonly [property: string, type: string];

/** `unnest(…) as x ("property", …)` over arrays of which the first is `$first`. */
export function unnested(columns: readonly RecordColumn[], first: number): string {
  const arrays = columns.map(([, type], index) => `$${first + index}::${type}[]`);
  const names = columns.map(([property]) => `"${property}"`);
  return `unnest(${arrays.join(', ')}) as x (${names.join(', ')})`;
}

/**
 * Says once more of the array of identifiers, the first, that it has those of `r`; or a join may read
 * every row of the organization.
 */
export const idInArray = (first: number): string => `r.id = any($${first}::uuid[])`;

/**
 * The condition, of which the planner expects half of the rows whatever statistics say: of a state that
 * lasts moments they say that no row has it, of a comparison with an expression that one row in 200
 * passes. A plan made for so few compares each row with each, or reads all for a page.
 */
export const unestimated = (condition: string): string =>
  `case when ${condition} then true else false end`;

/** The arrays: one value for each column, however many records there are. */
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
