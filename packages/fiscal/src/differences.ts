import { Decimal } from './decimal';
import { decimalOf } from './json-reader';

export interface Difference {
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

/** Every difference of `actual` from `expected`. Numbers are compared by value, lists must have the
 * same length, and keys absent from `expected` are ignored. */
export function differencesBetween(expected: unknown, actual: unknown, path: string): Difference[] {
  if (Array.isArray(expected)) return listDifferences(expected, actual, path);
  if (typeof expected === 'object' && expected !== null) {
    const found = (typeof actual === 'object' && actual !== null ? actual : {}) as object;
    return Object.entries(expected).flatMap(([key, value]) =>
      differencesBetween(value, (found as Record<string, unknown>)[key], join(path, key)),
    );
  }
  const isSame = isEqual(expected, actual);
  return isSame ? [] : [{ path, expected: textOf(expected), actual: textOf(actual) }];
}

function listDifferences(expected: unknown[], actual: unknown, path: string): Difference[] {
  const found = Array.isArray(actual) ? (actual as unknown[]) : [];
  const length = Math.max(expected.length, found.length);
  return Array.from({ length }, (_, index) => index).flatMap((index) =>
    index < expected.length
      ? differencesBetween(expected[index], found[index], join(path, String(index)))
      : [{ path: join(path, String(index)), expected: 'nothing', actual: textOf(found[index]) }],
  );
}

function isEqual(expected: unknown, actual: unknown): boolean {
  // A file has null where a receipt has no value.
  if (!(actual instanceof Decimal)) return (expected ?? undefined) === actual;
  return decimalOf(expected)?.equals(actual) ?? false;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (value instanceof Decimal) return value.toString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
