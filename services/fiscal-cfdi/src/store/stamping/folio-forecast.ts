import { LRUCache } from 'lru-cache';
import type { NextInSeries } from './sealable-drafts';

/**
 * Caches the expected next folio of each series, which takes seals into account that this process has not
 * stored yet.
 */
export interface Forecast {
  next: number;
}

/**
 * The maximum number of cached series. For a series that was removed from the cache, the forecast starts
 * again at the folio in the database.
 */
const seriesMax = 1_000;

const forecasts = new LRUCache<string, Forecast>({ max: seriesMax });

/**
 * Returns the forecast of the folio for the next seal of a series. While other seals are being stored, the
 * folio in the database is too low. The caller must increment the forecast when it uses the folio. The
 * statement that stores the seal takes the folio only if it is the next folio of the series
 * (store/stamping/save-seal.ts).
 */
export function forecastOf({ id, nextFolio }: NextInSeries): Forecast {
  const known = forecasts.get(id);
  if (known && known.next >= nextFolio) return known;
  const fresh = { next: nextFolio };
  forecasts.set(id, fresh);
  return fresh;
}

/**
 * Removes a wrong forecast from the cache. A wrong forecast means that another process also seals
 * documents of the series.
 */
export function forgetForecast({ id }: NextInSeries, wrong: Forecast): void {
  if (forecasts.get(id) === wrong) forecasts.delete(id);
}
