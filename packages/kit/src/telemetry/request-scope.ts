import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The request that the running code serves, in the caller and in the called service or consumer.
 */
interface RequestScope {
  requestId: string;
  /** Its answer is that of an earlier request with the same idempotency key. */
  isReplay?: boolean;
}

const scope = new AsyncLocalStorage<RequestScope>();

/** Runs `work` for a request: each line that it logs carries the request's identifier. */
export const inRequest = <T>(requestId: string, work: () => T): T => scope.run({ requestId }, work);

/** The identifier of the current request, if there is one. */
export const currentRequestId = (): string | undefined => scope.getStore()?.requestId;

/** Notes that the current request, if there is one, is answered like an earlier one. */
export function noteReplay(): void {
  const current = scope.getStore();
  if (current) current.isReplay = true;
}

export const isReplay = (): boolean => scope.getStore()?.isReplay ?? false;

/**
 * Runs code that outlives the current request, such as a connection, outside its scope and trace.
 */
export const outsideRequests: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();
