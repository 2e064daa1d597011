import { counterMetric, durationMetric, gaugeMetric } from '@timbre/kit';

/**
 * Duration of a call to a PAC, including the time in the queue. The attributes of the metric are
 * pac, call and outcome.
 */
export const pacCallDuration = durationMetric('timbre_pac_call_duration_ms');

/** Duration from the seal to the end of an attempt. Attribute: outcome. */
export const stampingDuration = durationMetric('timbre_stamping_duration_ms');

/** Observes how far this host's clock is ahead of the PACs' clocks. */
export const observeClock = (skewMs: () => number | undefined): void =>
  gaugeMetric('timbre_pac_clock_skew_seconds', () => {
    const ms = skewMs();
    return Promise.resolve(ms === undefined ? undefined : ms / 1_000);
  });

/** Number of stamps that wait for an operator, counted in the database. */
export const observeAbandoned = (count: () => Promise<number>): void =>
  gaugeMetric('timbre_stamps_abandoned', count);

const unverified = counterMetric('timbre_stamps_unverified');

/** Number of stamps that were accepted although the PAC's certificate is unknown. */
export const countUnverified = (): void => unverified.add(1);
