import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The request that the running code serves. The gateway, called services and consumers each have
 * such a scope for the same request.
 */
interface RequestScope {
  requestId: string;
  /**
   * Whether the response is the stored response of an earlier request with the same idempotency
   * key.
   */
  isReplay?: boolean;
  /** The organization of the request or job. */
  organization?: ScopedOrganization | undefined;
}

interface ScopedOrganization {
  organizationId: string;
  environment: 'production' | 'sandbox';
  /** The number of milliseconds by which the organization's clock is advanced. */
  clockAheadMs?: number | undefined;
}

const scope = new AsyncLocalStorage<RequestScope>();

/**
 * Runs `work` for a request, so that each line that `work` logs contains the request's identifier.
 */
export const inRequest = <T>(
  requestId: string,
  work: () => T,
  organization?: ScopedOrganization,
): T => scope.run({ requestId, organization }, work);

/** Returns the organization of the current request or job, if there is one. */
export const currentOrganizationId = (): string | undefined =>
  scope.getStore()?.organization?.organizationId;

/** Returns the identifier of the current request, if there is one. */
export const currentRequestId = (): string | undefined => scope.getStore()?.requestId;

/**
 * Returns by how many milliseconds the clock of the current organization (of a request or a job) is
 * advanced.
 */
export const currentClockAheadMs = (): number => scope.getStore()?.organization?.clockAheadMs ?? 0;

/** Returns the organization of the current request or job if it belongs to a sandbox. */
export function currentSandboxOrganization(): string | undefined {
  const organization = scope.getStore()?.organization;
  return organization?.environment === 'sandbox' ? organization.organizationId : undefined;
}

/**
 * Records that the current request, if there is one, returns the response of an earlier request.
 */
export function noteReplay(): void {
  const current = scope.getStore();
  if (current) current.isReplay = true;
}

export const isReplay = (): boolean => scope.getStore()?.isReplay ?? false;

/**
 * Runs code outside the scope and trace of the current request, for example code that opens a
 * connection that is used for longer than this request.
 */
export const outsideRequests: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();
