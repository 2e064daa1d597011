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
import type { LookupOutcome, Pac, StampOutcome } from '../domain/stamping/pac';

/** The maximum number of concurrent calls to one PAC. */
const inFlightMax = 32;
const waitingMax = 2_000;
const failuresToOpen = 5;
const halfOpenAfterMs = 10_000;

/**
 * Wraps a PAC with a concurrency limit and a circuit breaker. The circuit opens if the PAC cannot be
 * reached several times in a row. While the circuit is open, documents are sent to the next PAC or refused
 * at once. The outcome is `not_sent` if the circuit is open or the call waits beyond its deadline. An
 * unknown outcome does not open the circuit, because after an unknown outcome the document may not go to
 * another PAC.
 */
export function guard(pac: Pac, now: () => number): Pac {
  const isOutage = (result: unknown) => (result as StampOutcome).outcome === 'not_sent';
  const breaker = circuitBreaker(handleWhenResult(isOutage), {
    halfOpenAfter: halfOpenAfterMs,
    breaker: new ConsecutiveBreaker(failuresToOpen),
  });
  const places = bulkhead(inFlightMax, waitingMax);
  const policy = wrap(places, breaker);
  /**
   * Makes a call with the concurrency limit but without the circuit breaker, because the outcome of this
   * call does not show whether the PAC accepts documents.
   */
  const placed = <Outcome>(call: () => Promise<Outcome>) =>
    places
      .execute(inOwnScope(call))
      .catch((cause: unknown) => ({ outcome: 'unknown' as const, cause }));
  const { issued } = pac;
  return {
    name: pac.name,
    rfc: pac.rfc,
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
    cancel: (signed) => placed(() => pac.cancel(signed)),
    pendingFor: (rfc) => placed(() => pac.pendingFor(rfc)),
    answerCancellation: (signed) => placed(() => pac.answerCancellation(signed)),
    lookup: (sealed, id): Promise<LookupOutcome> => placed(() => pac.lookup(sealed, id)),
    issued: issued && {
      list: (rfc, kind, period) => placed(() => issued.list(rfc, kind, period)),
      read: (rfc, kind, uuid) => placed(() => issued.read(rfc, kind, uuid)),
    },
  };
}

/**
 * Binds a call to the async context of its own request. Without this binding, the limiter would run a
 * queued call in the context of the previous call, so spans and logs would belong to the wrong request.
 */
const inOwnScope = <Call extends () => unknown>(call: Call): Call => AsyncResource.bind(call);

const isOurs = (error: unknown): boolean =>
  error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError;

const notSent = (cause: unknown): StampOutcome => ({ outcome: 'not_sent', cause });
