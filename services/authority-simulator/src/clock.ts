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

export const CENTRAL_MEXICO = 'America/Mexico_City';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The wall clock of a zone as the SAT writes it: `2026-11-21T08:45:00`, no zone, no fraction. */
export function localDateTime(instant: Date, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    const fields = { dateStyle: 'short', timeStyle: 'medium', timeZone: zone } as const;
    format = new Intl.DateTimeFormat('sv-SE', fields);
    formats.set(zone, format);
  }
  return format.format(instant).replace(' ', 'T');
}
