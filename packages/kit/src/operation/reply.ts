import type { Issue } from '@timbre/fiscal';
import type { Resource } from '../database/resource';

interface Warned {
  /**
   * Problems of an accepted request that may cause an error later. The response contains them in
   * addition to `data`.
   */
  warnings?: readonly Issue[];
}

/** A response that contains a resource in its new state. */
export type ResourceReply = { resource: Resource; id: string } & Warned;

/** The response of a command: a resource in its new state, or another value. */
export type Reply = ResourceReply | { value: unknown } | { json: string };

/** Responds with the resource, rendered after the command's effects, and with the warnings. */
export const replyWith = (
  resource: Resource,
  id: string,
  warnings?: readonly Issue[] | null,
): Reply => ({ resource, id, ...(warnings?.length && { warnings }) });

/**
 * Returns the end of the response body, which follows the rendered resource and contains the
 * warnings. The whole body is stored under the idempotency key.
 */
export const besides = ({ warnings }: Warned): string =>
  warnings ? `,"warnings":${JSON.stringify(warnings)}` : '';

/** Responds with a value that is not a stored resource, such as `{contactId, deleted: true}`. */
export const replyValue = (value: unknown): Reply => ({ value });

/** Wraps rendered JSON as a response body. */
export const bodyOf = (json: string): Buffer => Buffer.from(`{"data":${json}}`);
