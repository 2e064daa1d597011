import { LRUCache } from 'lru-cache';
import type { NextInSeries } from './sealable-drafts';

/** The next folio of a series after the seals of this process that are still in flight. */
export interface Forecast {
  next: number;
}

/** Cache limit; a dropped series starts again at the folio in the database. */
const seriesMax = 1_000;

const forecasts = new LRUCache<string, Forecast>({ max: seriesMax });

/**
 * The folio for the next seal of a series. The folio in the database is behind while other seals
 * are in flight. The caller increments the forecast; the statement that stores the seal takes the
 * folio only if it is the next one (store/stamping/save-seal.ts).
 */
export function forecastOf({ id, nextFolio }: NextInSeries): Forecast {
  const known = forecasts.get(id);
  if (known && known.next >= nextFolio) return known;
  const fresh = { next: nextFolio };
  forecasts.set(id, fresh);
  return fresh;
}

/** Drops a wrong forecast: another process seals in the series too. */
export function forgetForecast({ id }: NextInSeries, wrong: Forecast): void {
  if (forecasts.get(id) === wrong) forecasts.delete(id);
}
