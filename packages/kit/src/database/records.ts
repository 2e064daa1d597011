import { arrayParameter } from './array-parameter';

/** A member of records that travel as arrays, and the type of its column. */
export type RecordColumn = readonly [property: string, type: string];

/** `unnest(…) as x ("property", …)` over arrays of which the first is `$first`. */
export function unnested(columns: readonly RecordColumn[], first: number): string {
  const arrays = columns.map(([, type], index) => `$${first + index}::${type}[]`);
  const names = columns.map(([property]) => `"${property}"`);
  return `unnest(${arrays.join(', ')}) as x (${names.join(', ')})`;
}

/** The arrays: one value for each column, however many records there are. */
export function recordValues(
  columns: readonly RecordColumn[],
  records: readonly object[],
): unknown[] {
  return columns.map(([property, type]) => {
    const values = records.map((record) => (record as Record<string, unknown>)[property]);
    const isJson = type.startsWith('json');
    return arrayParameter(type, isJson ? values.map(jsonOf) : values);
  });
}

const jsonOf = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));
