import { LRUCache } from 'lru-cache';
import type { NextInSeries } from './sealable-drafts';

/** The folio that will be next once the seals which this process has on their way are stored. */
export interface Forecast {
  next: number;
  /** Whether nobody else has sealed in the series since this process did. */
  isOurs: boolean;
}

/** Bound of what is remembered; a series that is forgotten begins again at what is read. */
const seriesMax = 1_000;

const forecasts = new LRUCache<string, Forecast>({ max: seriesMax });

/**
 * What to number the next seal of a series with: what was read of it is older than the seals on their
 * way. Who counts on a forecast increments it; who stores the seal takes its folio only if it is the
 * next one (store/stamping/save-seal.ts).
 */
export function forecastOf({ id, nextFolio }: NextInSeries): Forecast {
  const known = forecasts.get(id);
  if (known && known.next >= nextFolio) return Object.assign(known, { isOurs: true });
  const fresh = { next: nextFolio, isOurs: false };
  forecasts.set(id, fresh);
  return fresh;
}

/** A folio of this forecast was not the next one: others seal in the series too. */
export function forgetForecast({ id }: NextInSeries, wrong: Forecast): void {
  if (forecasts.get(id) === wrong) forecasts.delete(id);
}
