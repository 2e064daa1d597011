import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that the running code serves, on whichever side of a call or a message. */
interface RequestScope {
  requestId: string;
}

const scope = new AsyncLocalStorage<RequestScope>();

/** Runs `work` for a request: each line it logs carries the request's identifier. */
export const inRequest = <T>(requestId: string, work: () => T): T => scope.run({ requestId }, work);

/** The identifier of the request in hand, when there is one. */
export const currentRequestId = (): string | undefined => scope.getStore()?.requestId;

/** Runs what outlives the request in hand, such as a connection, apart from its scope and trace. */
export const outsideRequests: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();
