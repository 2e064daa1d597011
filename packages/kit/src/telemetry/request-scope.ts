import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The request that the running code serves, in the caller and in the called service or consumer.
 */
interface RequestScope {
  requestId: string;
}

const scope = new AsyncLocalStorage<RequestScope>();

/** Runs `work` for a request: each line that it logs carries the request's identifier. */
export const inRequest = <T>(requestId: string, work: () => T): T => scope.run({ requestId }, work);

/** The identifier of the current request, if there is one. */
export const currentRequestId = (): string | undefined => scope.getStore()?.requestId;

/**
 * Runs code that outlives the current request, such as a connection, outside its scope and trace.
 */
export const outsideRequests: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();
