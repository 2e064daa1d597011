import { AsyncLocalStorage } from 'node:async_hooks';
import { localDateTimeIn, type LocalDateTime } from '@timbre/fiscal';
import type { RequestHandler } from 'express';
import type { Settings } from './store/settings';

export interface Clock {
  now(): Date;
}

/** The simulator's clock, which is the given clock plus the offset of `/__sim/clock/advance`. */
export interface AdvancingClock extends Clock {
  advance(seconds: number): Date;
  readonly offsetSeconds: number;
}

const OFFSET = 'clock.offsetSeconds';

export function advancingClock(base: Clock, settings: Settings): AdvancingClock {
  return {
    get offsetSeconds() {
      return settings.read(OFFSET, 0);
    },
    now() {
      return new Date(base.now().getTime() + settings.read(OFFSET, 0) * 1000);
    },
    advance(seconds) {
      settings.write(OFFSET, settings.read(OFFSET, 0) + seconds);
      return this.now();
    },
  };
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * This request header contains the number of milliseconds by which the organization has advanced its clock.
 */
const header = 'timbre-clock-ahead-ms';
const aheadMs = new AsyncLocalStorage<number>();

/** Returns a clock that adds the current request's offset to the given clock. */
export const requestClock = (base: Clock): Clock => ({
  now: () => new Date(base.now().getTime() + (aheadMs.getStore() ?? 0)),
});

/** Handles each request at the time of its organization's clock. */
export const atTheTimeOfRequests: RequestHandler = (request, _response, next) => {
  const given = Number(request.get(header) ?? 0);
  if (!Number.isSafeInteger(given) || given <= 0) return next();
  aheadMs.run(given, next);
};

/**
 * Converts an instant to the time of central Mexico, which stamps and acuses contain regardless of the
 * place of issue.
 */
export function centralTime(instant: Date): LocalDateTime {
  return localDateTimeIn(instant.getTime(), 'America/Mexico_City');
}
