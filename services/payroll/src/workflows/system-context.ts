import type { CallContext, Runtime } from '@timbre/kit';

/** The context of background work without a request. */
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
