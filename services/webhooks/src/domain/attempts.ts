const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The outcome of an attempt; only `delivered` is a success. */
export type Outcome =
  | 'delivered'
  | 'refused'
  | 'redirected'
  | 'gone'
  | 'timed_out'
  | 'not_connected'
  | 'interrupted'
  | 'address_forbidden';

/** An attempt as it is logged. */
export interface Attempt {
  outcome: Outcome;
  durationMs: number;
  status?: number | undefined;
  answer?: string | undefined;
  address?: string | undefined;
  error?: string | undefined;
  /** Seconds of the answer's Retry-After. */
  retryAfterMs?: number | undefined;
}

/** The waits before the attempts, from the Standard Webhooks specification: three days in all. */
const schedules = {
  production: [
    0,
    5 * secondMs,
    5 * minuteMs,
    30 * minuteMs,
    2 * hourMs,
    5 * hourMs,
    10 * hourMs,
    14 * hourMs,
    20 * hourMs,
    24 * hourMs,
  ],
  sandbox: [0, 5 * secondMs, 5 * minuteMs],
};

/** Longer than the schedule with all jitter: then a delivery is given up, attempted or not. */
export const scheduleMsMax = 4 * dayMs;

const jitter = 0.2;
const retryAfterMsMax = dayMs;

/**
 * The state of a delivery after an attempt, and the wait before the next one.
 * @param tries attempts of this schedule so far, at least one
 * @param random from 0 to 1
 */
export function afterAttempt(
  { outcome, retryAfterMs = 0 }: Pick<Attempt, 'outcome' | 'retryAfterMs'>,
  tries: number,
  environment: keyof typeof schedules,
  random: number,
): { state: 'delivered' | 'failed' } | { state: 'pending'; waitMs: number } {
  if (outcome === 'delivered') return { state: 'delivered' };
  const wait = schedules[environment][tries];
  if (wait === undefined) return { state: 'failed' };
  const jittered = wait * (1 - jitter + 2 * jitter * random);
  return {
    state: 'pending',
    waitMs: Math.round(Math.max(jittered, Math.min(retryAfterMs, retryAfterMsMax))),
  };
}

/** Retry-After as a wait: seconds, or a date. Undefined for anything else. */
export function retryAfterOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * secondMs;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** How an endpoint has answered lately. */
export interface Health {
  /** Since then no attempt succeeded. */
  failingSince: Date | null;
  /** Attempts since the last success. */
  failures: number;
  /** The latest attempts in a row without an answer in time. */
  timeouts: number;
  /** Nothing is sent before. */
  probeAt: Date | null;
}

/** So many timeouts in a row make an endpoint slow: it gets one attempt each minute. */
export const timeoutsToSlow = 5;
const probeEveryMs = minuteMs;

const failingMsMax = 5 * dayMs;
const failuresMin = 20;

/** The health of an endpoint after an attempt. */
export function healthAfter(health: Health, outcome: Outcome, now: Date): Health {
  if (outcome === 'delivered') {
    return { failingSince: null, failures: 0, timeouts: 0, probeAt: null };
  }
  const timeouts = outcome === 'timed_out' ? health.timeouts + 1 : 0;
  const isSlow = timeouts >= timeoutsToSlow;
  return {
    failingSince: health.failingSince ?? now,
    failures: health.failures + 1,
    timeouts,
    probeAt: isSlow ? new Date(now.getTime() + probeEveryMs) : null,
  };
}

/** Why an endpoint must be disabled after this attempt; undefined if it need not. */
export function reasonToDisable(
  { failingSince, failures }: Health,
  outcome: Outcome,
  now: Date,
): 'gone' | 'failing' | undefined {
  if (outcome === 'gone') return 'gone';
  if (!failingSince || failures < failuresMin) return undefined;
  return now.getTime() - failingSince.getTime() >= failingMsMax ? 'failing' : undefined;
}
