import type { CallContext } from '@timbre/kit';

/**
 * Returns the context of a change that a person made on a page of the authorization server: the
 * context has no permissions and a deadline of 10 s.
 */
export const personContext = (
  person: Pick<CallContext, 'organizationId' | 'environment' | 'actor' | 'requestId'>,
): CallContext => ({ ...person, permissions: [], deadlineMs: Date.now() + 10_000 });
