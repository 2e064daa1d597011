import { addDays, addMonths, daysBetween } from '@timbre/fiscal';

/**
 * Counts the days between two dates, including both dates; the result is zero or negative if the dates
 * are out of order.
 */
export function daysInclusive(from: string, to: string): number {
  return daysBetween(from, to) + 1;
}

export function earlierOf(one: string, other: string): string {
  return one < other ? one : other;
}

export function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

/**
 * A number of days within one bimester (Jan-Feb, Mar-Apr, ...), with the length of that bimester.
 */
export interface DaysOfBimester {
  readonly days: number;
  readonly bimesterDays: number;
}

/** Divides the days between two dates, including both dates, by bimester. */
export function daysByBimester(from: string, to: string): readonly DaysOfBimester[] {
  const parts: DaysOfBimester[] = [];
  let startedOn = from;
  while (startedOn <= to) {
    const month = Number(startedOn.slice(5, 7));
    const firstOn = addMonths(startedOn, month % 2 === 1 ? 0 : -1, 1);
    const nextOn = addMonths(firstOn, 2);
    const endedOn = earlierOf(to, addDays(nextOn, -1));
    const days = daysInclusive(startedOn, endedOn);
    parts.push({ days, bimesterDays: daysBetween(firstOn, nextOn) });
    startedOn = nextOn;
  }
  return parts;
}
