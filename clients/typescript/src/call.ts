// From the input of an operation to its HTTP request.

/** What every call takes beside its input. */
export interface CallOptions {
  /** The key of a write: a text of yours that names the intention. Without one, the client makes a key for this call. */
  idempotencyKey?: string;
  /** Ends the call, and its repeats. */
  signal?: AbortSignal;
}

/** The input of any operation; its parts are typed by operation in `generated/`. */
export interface CallInput extends CallOptions {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Method, path, and whether it carries a key: a write without a key changes nothing. */
export type Route = readonly [method: string, path: string, keyed?: 'keyed'];

/** A request that can be sent any number of times. */
export interface Call {
  operation: string;
  method: string;
  target: string;
  body: string | undefined;
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
}

/** @throws TypeError if the path lacks a value */
export function callOf(operation: string, route: Route, input: CallInput): Call {
  const [method, path, keyed] = route;
  return {
    operation,
    method,
    target: `${pathOf(path, input.path)}${queryOf(input.query)}`,
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    idempotencyKey: keyed && (input.idempotencyKey ?? crypto.randomUUID()),
    signal: input.signal,
  };
}

const pathOf = (path: string, values: Record<string, unknown> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    // An empty segment, `.` or `..` would be another operation.
    if (value == null || /^\.{0,2}$/.test(String(value)))
      throw new TypeError(`path.${name} is missing`);
    // The colon of a reference may stand in a path, and reads better in logs.
    return encodeURIComponent(String(value)).replaceAll('%3A', ':');
  });

function queryOf(values: Record<string, unknown> = {}): string {
  const given = Object.entries(values).filter(([, value]) => value != null);
  const pairs = given.map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}
