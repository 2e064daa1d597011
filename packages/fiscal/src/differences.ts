import { Decimal } from './decimal';
import { decimalOf } from './json-reader';

export interface Difference {
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

/**
 * Returns every difference between `actual` and `expected`. Numbers are compared by value, lists
 * must have the same length, and keys that are absent in `expected` are ignored.
 */
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

/**
 * Returns the actual value, with the lists under these JSON keys sorted in the order of the
 * expected lists.
 */
export function inOrderOf(expected: unknown, actual: unknown, keys: readonly string[]): unknown {
  if (typeof expected !== 'object' || expected === null) return actual;
  if (typeof actual !== 'object' || actual === null || actual instanceof Decimal) return actual;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return actual.map((one, index) => inOrderOf(expected[index], one, keys));
  }
  const wanted = expected as Record<string, unknown>;
  const entries = Object.entries(actual).map(([key, found]): [string, unknown] => {
    const list = wanted[key];
    const hasNoOrder = keys.includes(key) && Array.isArray(list) && Array.isArray(found);
    return [key, hasNoOrder ? matched(list, found) : inOrderOf(list, found, keys)];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the actual elements in the order of the expected elements: each actual element is paired
 * with the most similar expected element.
 */
function matched(expected: readonly unknown[], found: readonly unknown[]): unknown[] {
  const left = [...found];
  const placed = expected.slice(0, found.length).map((wanted) => {
    const counts = left.map((one) => differencesBetween(wanted, one, '').length);
    return left.splice(counts.indexOf(Math.min(...counts)), 1)[0];
  });
  return [...placed, ...left];
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
  // A file of examples contains null for a missing value of a receipt.
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
