import { skewMsMax } from '../domain/stamping/clock';
import type { ClockWatch } from '../domain/ports';

/**
 * A reading of a PAC's clock expires after this time, in milliseconds. Old readings must expire, because
 * the monotonic clock stops while a machine is suspended.
 */
const keptMs = 600_000;
/** The minimum time between two requests for the time of a PAC that does not respond, in milliseconds. */
const askedEveryMs = 10_000;
/** A Date header is precise only to whole seconds. */
const dateStepMs = 1_000;

/**
 * The Date header of a PAC's response, and when it was read. The monotonic clock provides the times at
 * which the request was sent and the response was received.
 */
interface Reading {
  dateMs: number;
  sentAtMs: number;
  receivedAtMs: number;
}

/** Compares the clock of this host with the clocks of the PACs. */
export type ClockSkew = ReturnType<typeof createClockSkew>;

/**
 * Stores the Date header of each PAC's last response, and adds the time that a monotonic clock has measured
 * since then. A change of this host's clock is therefore detected at once.
 * @param ask sends a request to each PAC and never rejects. The skew check calls `ask` if no PAC's time is
 * known, or if the times of all PACs differ from the time of this host.
 */
export function createClockSkew(
  ask: () => Promise<unknown>,
  wallMs: () => number = Date.now,
  steadyMs: () => number = () => performance.now(),
) {
  const readings = new Map<string, Reading>();
  let asking: Promise<unknown> | undefined;
  let askedAtMs = -Infinity;

  const askAgain = (): Promise<unknown> => {
    if (asking) return asking;
    if (steadyMs() - askedAtMs < askedEveryMs) return Promise.resolve();
    askedAtMs = steadyMs();
    asking = ask().finally(() => (asking = undefined));
    return asking;
  };

  /**
   * Returns the smallest skew among all PACs. If one PAC agrees with this host, the clocks of the other
   * PACs are considered wrong.
   */
  const known = (): number | undefined => {
    const nowMs = steadyMs();
    const skews = [...readings.values()]
      .filter(({ receivedAtMs }) => nowMs - receivedAtMs <= keptMs)
      .map((one) => skewOf(one, wallMs(), nowMs));
    return skews.length ? skews.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a)) : undefined;
  };

  return {
    known,
    /**
     * The caller calls `observe` when it sends a request. When the response arrives, the caller
     * passes its Date header to the returned function.
     */
    observe(url: string) {
      const sentAtMs = steadyMs();
      return (date: string | string[] | undefined): void => {
        const dateMs = Date.parse(String(date));
        if (Number.isNaN(dateMs)) return;
        readings.set(new URL(url).host, { dateMs, sentAtMs, receivedAtMs: steadyMs() });
      };
    },
    async skewMs() {
      const skew = known();
      if (skew !== undefined && Math.abs(skew) <= skewMsMax) return skew;
      await askAgain();
      return known();
    },
  } satisfies ClockWatch & Record<string, unknown>;
}

/**
 * Returns how far this host's clock is ahead of the PAC's clock; the result is negative if the host's clock
 * is behind. The transfer time of the response is unknown, so several values are possible; the function
 * returns the value nearest to zero.
 */
function skewOf(
  { dateMs, sentAtMs, receivedAtMs }: Reading,
  wallMs: number,
  steadyMs: number,
): number {
  const earliestMs = dateMs + (steadyMs - receivedAtMs);
  const latestMs = dateMs + dateStepMs + (steadyMs - sentAtMs);
  return Math.max(0, wallMs - latestMs) + Math.min(0, wallMs - earliestMs);
}
