import type { Background, CallContext } from '@timbre/kit';

/** The context of background work without a request. */
export function systemContext(
  { settings }: Pick<Background<unknown>, 'settings'>,
  name: string,
  organizationId: string,
): CallContext {
  return {
    organizationId,
    environment: settings.TIMBRE_ENVIRONMENT,
    actor: `system:${name}`,
    permissions: [],
    requestId: name,
    deadlineMs: Infinity,
  };
}
