import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhenResult,
  wrap,
} from 'cockatiel';
import type { LookupOutcome, Pac, StampOutcome } from '../domain/pac';

/** How many documents are with one PAC at a time, and how many may wait for a place. */
const inFlightMax = 32;
const waitingMax = 2_000;
const failuresToOpen = 5;
const halfOpenAfterMs = 10_000;

/**
 * Guards a PAC: bounded concurrency, and a circuit that opens when it cannot be reached, so that
 * documents go to the next PAC, or are refused, at once. An open circuit is `not_sent`.
 */
export function guard(pac: Pac): Pac {
  const isOutage = (result: unknown) => (result as StampOutcome).outcome === 'not_sent';
  const breaker = circuitBreaker(handleWhenResult(isOutage), {
    halfOpenAfter: halfOpenAfterMs,
    breaker: new ConsecutiveBreaker(failuresToOpen),
  });
  const policy = wrap(bulkhead(inFlightMax, waitingMax), breaker);
  const run = async <T extends StampOutcome | LookupOutcome>(
    work: () => Promise<T>,
    closed: (cause: unknown) => T,
  ) => {
    try {
      return await policy.execute(work);
    } catch (error) {
      const isOurs = error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError;
      if (isOurs) return closed(error);
      throw error;
    }
  };
  return {
    name: pac.name,
    stamp: (xml, id) =>
      run<StampOutcome>(
        () => pac.stamp(xml, id),
        (cause) => ({ outcome: 'not_sent', cause }),
      ),
    lookup: (xml, id) =>
      run<LookupOutcome>(
        () => pac.lookup(xml, id),
        (cause) => ({ outcome: 'unknown', cause }),
      ),
  };
}
