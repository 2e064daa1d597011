import type { Resource } from '../database/resource';

/** The answer of a command: a resource in its new state, or another value. */
export type Reply = { resource: Resource; id: string } | { value: unknown } | { json: string };

/** Answers with the resource, rendered after the command's effects. */
export const replyWith = (resource: Resource, id: string): Reply => ({ resource, id });

/** Answers with a value that is not a stored resource, such as `{contactId, deleted: true}`. */
export const replyValue = (value: unknown): Reply => ({ value });

/** Wraps rendered JSON as a response body. */
export const bodyOf = (json: string): Buffer => Buffer.from(`{"data":${json}}`);
