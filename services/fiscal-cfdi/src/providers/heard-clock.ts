import { skewMsMax } from '../domain/stamping/clock';
import type { ClockWatch } from '../domain/ports';

/** Beyond this a steady clock may have stood still meanwhile, as that of a suspended machine does. */
const keptMs = 600_000;
/** A PAC that does not answer is asked for its time no more often than this. */
const askedEveryMs = 10_000;
/** The Date header has whole seconds. */
const dateStepMs = 1_000;

/** When an answer told its time, by a clock that nobody sets. */
interface Heard {
  dateMs: number;
  sentAtMs: number;
  heardAtMs: number;
}

/** The time that PACs tell with their answers, against that of this host. */
export type HeardClock = ReturnType<typeof createHeardClock>;

/**
 * Keeps the Date header of the last answer of each host, and goes on counting by a steady clock, so
 * that a host whose time is set wrong, or right again, is noticed at once.
 * @param ask makes a PAC answer, when none has told its time or all seem to differ
 */
export function createHeardClock(
  ask: () => Promise<unknown>,
  wallMs: () => number = Date.now,
  steadyMs: () => number = () => performance.now(),
) {
  const heard = new Map<string, Heard>();
  let asking: Promise<unknown> | undefined;
  let askedAtMs = -Infinity;

  const askAgain = (): Promise<unknown> => {
    if (asking) return asking;
    if (steadyMs() - askedAtMs < askedEveryMs) return Promise.resolve();
    askedAtMs = steadyMs();
    asking = ask().finally(() => (asking = undefined));
    return asking;
  };

  /** The least difference from any PAC: one that agrees shows that another one is wrong. */
  const known = (): number | undefined => {
    const nowMs = steadyMs();
    const skews = [...heard.values()]
      .filter(({ heardAtMs }) => nowMs - heardAtMs <= keptMs)
      .map((one) => skewOf(one, wallMs(), nowMs));
    return skews.length ? skews.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a)) : undefined;
  };

  return {
    known,
    /** Called when a request leaves; what it returns takes the Date header of its answer. */
    hears(url: string) {
      const sentAtMs = steadyMs();
      return (date: string | string[] | undefined): void => {
        const dateMs = Date.parse(String(date));
        if (Number.isNaN(dateMs)) return;
        heard.set(new URL(url).host, { dateMs, sentAtMs, heardAtMs: steadyMs() });
      };
    },
    async skewMs() {
      const skew = known();
      if (skew !== undefined && Math.abs(skew) <= skewMsMax) return skew;
      await askAgain().catch(() => undefined);
      return known();
    },
  } satisfies ClockWatch & Record<string, unknown>;
}

/** How far the host is certainly ahead (or, negative, behind); the answer told its time on its way. */
function skewOf({ dateMs, sentAtMs, heardAtMs }: Heard, wallMs: number, steadyMs: number): number {
  const earliestMs = dateMs + (steadyMs - heardAtMs);
  const latestMs = dateMs + dateStepMs + (steadyMs - sentAtMs);
  return Math.max(0, wallMs - latestMs) + Math.min(0, wallMs - earliestMs);
}
