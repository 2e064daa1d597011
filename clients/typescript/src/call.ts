// Turns the input of an operation into its HTTP request.

/** Options of every call, in addition to its input. */
export interface CallOptions {
  /**
   * The idempotency key of a write: any text of your choice that identifies the intention. If no key
   * is given, the client generates a new key for each call.
   */
  idempotencyKey?: string;
  /** An abort signal for the call and its repeats. */
  signal?: AbortSignal;
}

/** The input of any operation. The parts of the input are typed by operation in `generated/`. */
export interface CallInput extends CallOptions {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The method, the path, and whether the request has a key. A write without a key changes nothing. */
export type Route = readonly [method: string, path: string, keyed?: 'keyed'];

/** An HTTP request that can be sent any number of times. */
export interface Call {
  operation: string;
  method: string;
  target: string;
  body: string | undefined;
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
}

/**
 * Builds the request of an operation from its input.
 * @throws TypeError if the path lacks a value
 */
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
    // An empty path segment, `.` or `..` would address another operation.
    if (value == null || /^\.{0,2}$/.test(String(value)))
      throw new TypeError(`path.${name} is missing`);
    // A colon is allowed in a path, and a reference with a plain colon is easier to read in logs.
    return encodeURIComponent(String(value)).replaceAll('%3A', ':');
  });

function queryOf(values: Record<string, unknown> = {}): string {
  const given = Object.entries(values).filter(([, value]) => value != null);
  const pairs = given.map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}
