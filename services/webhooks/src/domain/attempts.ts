const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The outcome of an attempt; `delivered` is the only success. */
export type Outcome =
  | 'delivered'
  | 'refused'
  | 'redirected'
  | 'gone'
  | 'timed_out'
  | 'not_connected'
  | 'interrupted'
  | 'address_forbidden';

/** An attempt in the log of a delivery. */
export interface Attempt {
  outcome: Outcome;
  durationMs: number;
  status?: number | undefined;
  answer?: string | undefined;
  address?: string | undefined;
  error?: string | undefined;
  /** The waiting time that the Retry-After header of the response requests. */
  retryAfterMs?: number | undefined;
}

/**
 * The waiting times before each attempt, as in the Standard Webhooks specification; they add up to
 * three days.
 */
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

/**
 * The age at which a pending delivery counts as failed, even if no attempt was made. This age is longer
 * than the whole schedule of attempts with the maximum random delays.
 */
export const scheduleMsMax = 4 * dayMs;

const jitter = 0.2;
const retryAfterMsMax = dayMs;

/**
 * Returns the state of a delivery after an attempt, and the waiting time before the next attempt.
 * @param tries the number of attempts that this schedule has made so far, at least one
 * @param random a random number between 0 and 1
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

/**
 * Returns the waiting time that a Retry-After header requests in seconds or as a date, or undefined
 * for any other value.
 */
export function retryAfterOf(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * secondMs;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** The results of the latest attempts to an endpoint. */
export interface Health {
  /** The start of the current series of failures; since then, no attempt has succeeded. */
  failingSince: Date | null;
  /** The number of failed attempts to the endpoint since the last success. */
  failures: number;
  /** The number of consecutive attempts that timed out, up to the last attempt. */
  timeouts: number;
  /** The time before which no attempt is made to the endpoint. */
  probeAt: Date | null;
}

/**
 * The number of consecutive timeouts after which an endpoint counts as slow. A slow endpoint gets only
 * one attempt each minute.
 */
export const timeoutsToSlow = 5;
const probeEveryMs = minuteMs;

const failingMsMax = 5 * dayMs;
const failuresMin = 20;

/** Returns the health of an endpoint after an attempt. */
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

/**
 * Returns the reason why an endpoint must be disabled after an attempt, or undefined if it stays
 * enabled.
 */
export function reasonToDisable(
  { failingSince, failures }: Health,
  outcome: Outcome,
  now: Date,
): 'gone' | 'failing' | undefined {
  if (outcome === 'gone') return 'gone';
  if (!failingSince || failures < failuresMin) return undefined;
  return now.getTime() - failingSince.getTime() >= failingMsMax ? 'failing' : undefined;
}
