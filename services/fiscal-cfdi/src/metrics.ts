import { counterMetric, durationMetric, gaugeMetric } from '@timbre/kit';

/** Calls to PACs, waiting for a free place included. Attributes: pac, call, outcome. */
export const pacCallDuration = durationMetric('timbre_pac_call_duration_ms');

/** From sealing to the end of an attempt, whoever found it out. Attribute: outcome. */
export const stampingDuration = durationMetric('timbre_stamping_duration_ms');

/** How far this host is ahead of the PACs it heard lately. */
export const observeClock = (skewMs: () => number | undefined): void =>
  gaugeMetric('timbre_pac_clock_skew_seconds', () => {
    const ms = skewMs();
    return Promise.resolve(ms === undefined ? undefined : ms / 1_000);
  });

/** Stamps of which only an operator can say what became; asked of the database. */
export const observeAbandoned = (count: () => Promise<number>): void =>
  gaugeMetric('timbre_stamps_abandoned', count);

const unverified = counterMetric('timbre_stamps_unverified');

/** Stamps taken although the certificate of their PAC is unknown here. */
export const countUnverified = (): void => unverified.add(1);
