import type { CalendarDate } from '@timbre/fiscal';
import { say, type Said } from './text';

/** The current day at a place, and the time zone that determines the day. */
export interface Today {
  today: CalendarDate;
  /** An IANA time zone, for example America/Tijuana. */
  zone: string;
}

/** Returns the message for a day in the future. */
export const sayDayInFuture = (day: CalendarDate, { today, zone }: Today): Said =>
  say('day_in_future', { day, today, zone });

/** Returns the message for an instant in the future. */
export const sayInstantInFuture = (instant: Date, now: Date): Said =>
  say('instant_in_future', { instant: instant.toISOString(), now: now.toISOString() });

/** Returns the message for a year in the future. */
export const sayYearInFuture = (year: number, { today, zone }: Today): Said =>
  say('year_in_future', { year, today, zone, thisYear: today.slice(0, 4) });
