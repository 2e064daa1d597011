import FindMyWay from 'find-my-way';
import type { Method, OperationRow } from '../operations/operation';

export interface Route {
  /** The operations of one path, by method in the order of `Allow`. */
  rows: Partial<Record<Method, OperationRow>>;
  params: Record<string, string | undefined>;
}

const methods: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Creates a function that finds the route of a path, regardless of the method. A fixed segment
 * takes precedence over a parameter, even if only the path with the parameter allows the method;
 * such a request gets 405.
 * @returns a function that returns null for an unknown path and for a path that cannot be decoded
 */
export function createRoutes(operations: OperationRow[]): (path: string) => Route | null {
  const router = FindMyWay({ ignoreTrailingSlash: false, caseSensitive: true });
  const byPath = Map.groupBy(operations, ({ path }) => path);
  for (const [path, rows] of byPath) {
    router.on('GET', path.replaceAll(/\{(\w+)\}/g, ':$1'), () => undefined, byMethod(rows));
  }
  return (path) => {
    const found = safely(() => router.find('GET', path));
    // An identifier must not be empty, so /v1/contacts/ is an unknown path.
    if (!found || Object.values(found.params).includes('')) return null;
    return { rows: found.store as Route['rows'], params: found.params };
  };
}

function byMethod(rows: OperationRow[]): Route['rows'] {
  const ordered = methods.flatMap((method) => rows.filter((row) => row.method === method));
  return Object.fromEntries(ordered.map((row) => [row.method, row]));
}

function safely<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    // A path that cannot be decoded is unknown.
    return null;
  }
}
