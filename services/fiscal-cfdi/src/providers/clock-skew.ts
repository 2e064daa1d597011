import { skewMsMax } from '../domain/stamping/clock';
import type { ClockWatch } from '../domain/ports';

/** A monotonic clock stands still while a machine is suspended, so older readings do not count. */
const keptMs = 600_000;
/** Minimum time between two requests for the time of a PAC that does not answer. */
const askedEveryMs = 10_000;
/** The Date header has whole seconds. */
const dateStepMs = 1_000;

/** The Date header of an answer; the other two times are of the monotonic clock. */
interface Reading {
  dateMs: number;
  sentAtMs: number;
  receivedAtMs: number;
}

/** Compares the clock of this host with the time of the PACs. */
export type ClockSkew = ReturnType<typeof createClockSkew>;

/**
 * Stores the Date header of the last answer of each host and extrapolates it with a monotonic
 * clock, so that a change of the host's clock is noticed at once.
 * @param ask sends a request to each PAC, and never rejects; used when no time is known or every PAC differs
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

  /** The smallest skew counts: one PAC that agrees shows that another PAC is wrong. */
  const known = (): number | undefined => {
    const nowMs = steadyMs();
    const skews = [...readings.values()]
      .filter(({ receivedAtMs }) => nowMs - receivedAtMs <= keptMs)
      .map((one) => skewOf(one, wallMs(), nowMs));
    return skews.length ? skews.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a)) : undefined;
  };

  return {
    known,
    /** Call this when a request leaves; pass the Date header of the answer to the returned function. */
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

/** The minimum time that the host is ahead (or, negative, behind); the time of transfer is unknown. */
function skewOf(
  { dateMs, sentAtMs, receivedAtMs }: Reading,
  wallMs: number,
  steadyMs: number,
): number {
  const earliestMs = dateMs + (steadyMs - receivedAtMs);
  const latestMs = dateMs + dateStepMs + (steadyMs - sentAtMs);
  return Math.max(0, wallMs - latestMs) + Math.min(0, wallMs - earliestMs);
}
