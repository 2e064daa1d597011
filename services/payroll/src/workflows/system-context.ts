import type { CallContext, Runtime } from '@timbre/kit';

/** Returns the context of background work that no request has started. */
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
