import { counterMetric, durationMetric, gaugeMetric } from '@timbre/kit';

/** Records the duration of a call to a PAC. The attributes of this metric are pac, call and outcome. */
export const recordPacCall = durationMetric(
  'timbre_pac_call_duration_seconds',
  'calls to PACs, including the wait under the concurrency limit; `not_sent` and `account` left no stamp, `unknown` is looked up later',
);

/**
 * Records the time from the seal to the end of a stamp attempt. The attribute of this metric is outcome.
 */
export const recordStamping = durationMetric(
  'timbre_stamping_duration_seconds',
  'from the seal to the end of an attempt, even if a lookup ended it hours later',
);

const skewText =
  "how far this host's clock is ahead of every PAC that answered in the last ten minutes; above 60 it seals nothing";

/** Observes how far this host's clock is ahead of the PACs' clocks. */
export const observeClock = (skewMs: () => number | undefined): void =>
  gaugeMetric('timbre_pac_clock_skew_seconds', skewText, () => {
    const ms = skewMs();
    return Promise.resolve(ms === undefined ? undefined : ms / 1_000);
  });

/** Observes the number of stamps that wait for an operator, counted in the database. */
export const observeAbandoned = (count: () => Promise<number>): void =>
  gaugeMetric(
    'timbre_stamps_abandoned',
    'stamps whose result has been unknown for more than 72 hours: an operator is needed',
    count,
  );

const unverified = counterMetric(
  'timbre_stamps_unverified',
  "stamps accepted although the PAC's certificate is not configured; alert on any",
);

/** Counts a stamp that was accepted although the PAC's certificate is unknown. */
export const countUnverified = (): void => unverified.add(1);
