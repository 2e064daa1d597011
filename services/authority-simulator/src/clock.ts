import { localDateTimeIn, type LocalDateTime } from '@timbre/fiscal';
import type { Settings } from './store/settings';

export interface Clock {
  now(): Date;
}

/** The simulator's clock: the given one plus what `/__sim/clock/advance` added. */
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

/** Stamps and acuses have the time of central Mexico, independent of the place of issue. */
export function centralTime(instant: Date): LocalDateTime {
  return localDateTimeIn(instant.getTime(), 'America/Mexico_City');
}
