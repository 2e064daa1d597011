import { LRUCache } from 'lru-cache';
import type { NextInSeries } from './sealable-drafts';

/** The folio that will be next once the seals which this process has on their way are stored. */
export interface Forecast {
  next: number;
}

/** Bound of what is remembered; a series that is forgotten begins again at what is read. */
const seriesMax = 1_000;

const forecasts = new LRUCache<string, Forecast>({ max: seriesMax });

/**
 * The folio for the next seal of a series: the one that was read is older than the seals on their way.
 * The caller increments the forecast that it uses; the statement that stores the seal takes its folio
 * only if it is the next one (store/stamping/save-seal.ts).
 */
export function forecastOf({ id, nextFolio }: NextInSeries): Forecast {
  const known = forecasts.get(id);
  if (known && known.next >= nextFolio) return known;
  const fresh = { next: nextFolio };
  forecasts.set(id, fresh);
  return fresh;
}

/** Drops a forecast whose folio was not the next one: another process seals in the series too. */
export function forgetForecast({ id }: NextInSeries, wrong: Forecast): void {
  if (forecasts.get(id) === wrong) forecasts.delete(id);
}
