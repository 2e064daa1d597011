import { AsyncResource } from 'node:async_hooks';
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhenResult,
  wrap,
} from 'cockatiel';
import type { CancelOutcome, LookupOutcome, Pac, StampOutcome } from '../domain/stamping/pac';

/** How many documents are with one PAC at a time, and how many may wait for a place. */
const inFlightMax = 32;
const waitingMax = 2_000;
const failuresToOpen = 5;
const halfOpenAfterMs = 10_000;

/**
 * Guards a PAC: bounded concurrency, and a circuit that opens when it cannot be reached, so that
 * documents go to the next PAC, or are refused, at once. An open circuit is `not_sent`, and so is a
 * place that comes too late. Unknown outcomes do not open it: nothing may go elsewhere then.
 */
export function guard(pac: Pac, now: () => number): Pac {
  const isOutage = (result: unknown) => (result as StampOutcome).outcome === 'not_sent';
  const breaker = circuitBreaker(handleWhenResult(isOutage), {
    halfOpenAfter: halfOpenAfterMs,
    breaker: new ConsecutiveBreaker(failuresToOpen),
  });
  const places = bulkhead(inFlightMax, waitingMax);
  const policy = wrap(places, breaker);
  return {
    name: pac.name,
    stamp: (sealed, id, beginByMs) =>
      policy
        .execute(
          inOwnScope(() =>
            now() <= beginByMs
              ? pac.stamp(sealed, id, beginByMs)
              : notSent(new Error('no free place')),
          ),
        )
        .catch((error: unknown) => {
          if (isOurs(error)) return notSent(error);
          throw error;
        }),
    cancel: (signed) =>
      places
        .execute(inOwnScope(() => pac.cancel(signed)))
        .catch((cause: unknown): CancelOutcome => ({ outcome: 'unknown', cause })),
    // A look says nothing about whether documents get through, so it passes by the circuit.
    lookup: (sealed, id) =>
      places
        .execute(inOwnScope(() => pac.lookup(sealed, id)))
        .catch((cause: unknown): LookupOutcome => ({ outcome: 'unknown', cause })),
  };
}

/** Whoever frees a place runs who waits for it: spans and logs are still of the request that waited. */
const inOwnScope = <Call extends () => unknown>(call: Call): Call => AsyncResource.bind(call);

const isOurs = (error: unknown): boolean =>
  error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError;

const notSent = (cause: unknown): StampOutcome => ({ outcome: 'not_sent', cause });
