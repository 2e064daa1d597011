import type { CallContext, Runtime } from '@timbre/kit';

/** Returns the context of background work that was not started by a request. */
export function systemContext(
  { environment }: Pick<Runtime, 'environment'>,
  name: string,
  organizationId: string,
): CallContext {
  return {
    organizationId,
    environment,
    actor: `system:${name}`,
    permissions: [],
    requestId: name,
    deadlineMs: Infinity,
  };
}
