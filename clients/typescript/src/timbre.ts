// The client: a method for each operation of the API.
import { callOf, type CallInput } from './call.ts';
import type { Files, Lists, Operations } from './generated/operations.ts';
import { routes } from './routes.ts';
import { transportOf, type Send, type TimbreOptions } from './transport.ts';
import { TimbreError } from './timbre-error.ts';

/**
 * A method for each operation, which returns the body of the answer with `data`, and with `warnings` or
 * `pagination` beside it.
 */
export interface Timbre extends Operations {
  /**
   * Iterates over all items of a list, page by page, as in
   * `for await (const contact of timbre.each.listContacts())`.
   */
  each: Lists;
  /**
   * Methods for answers that are files, such as
   * `timbre.files.downloadDocument({ path: { documentRef, format: 'pdf' } })`.
   */
  files: Files;
}

/** Creates a client. Every method throws a TimbreError if the operation does not succeed. */
export function createTimbre(options: TimbreOptions): Timbre {
  const send = transportOf(options);
  // The types of the methods are generated from the same document as the routes.
  return {
    ...methodsOf((name) => (input) => jsonOf(send, name, input)),
    each: methodsOf((name) => (input) => itemsOf(send, name, input)),
    files: methodsOf((name) => async (input) => (await sent(send, name, input)).body),
  } as unknown as Timbre;
}

type Name = keyof typeof routes;

const methodsOf = (method: (name: Name) => (input?: CallInput) => unknown) =>
  Object.fromEntries((Object.keys(routes) as Name[]).map((name) => [name, method(name)]));

const sent = (send: Send, name: Name, input: CallInput = {}) =>
  send(callOf(name, routes[name], input));

type Body = { data: unknown[]; pagination?: { nextCursor: string | null } };

async function jsonOf(send: Send, operation: Name, input: CallInput = {}): Promise<unknown> {
  const call = callOf(operation, routes[operation], input);
  const { status, requestId, body } = await send(call);
  try {
    return JSON.parse(await body.text());
  } catch (cause) {
    const { idempotencyKey } = call;
    throw new TimbreError({
      operation,
      // A proxy may have cut off the answer to a write that succeeded.
      outcome: idempotencyKey ? 'unknown' : 'refused',
      status,
      code: 'unreadable_answer',
      message: `${operation} answered no JSON; a file comes from files.${operation}`,
      requestId,
      idempotencyKey,
      cause,
    });
  }
}

async function* itemsOf(send: Send, name: Name, input: CallInput = {}): AsyncGenerator<unknown> {
  let cursor: unknown = input.query?.['cursor'];
  do {
    const page = { ...input, query: { ...input.query, cursor } };
    const { data, pagination } = (await jsonOf(send, name, page)) as Body;
    yield* data;
    cursor = pagination?.nextCursor;
  } while (cursor != null);
}
