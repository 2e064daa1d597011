import { daysBetween, daysInMonth } from '@timbre/fiscal';

/** Days from one date to another, both counted; zero or less when they are out of order. */
export function daysInclusive(from: string, to: string): number {
  return daysBetween(from, to) + 1;
}

export function earlierOf(one: string, other: string): string {
  return one < other ? one : other;
}

export function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

/** Days of the two-month period (Jan-Feb, Mar-Apr, ...) that holds the date. */
export function daysOfBimester(date: string): number {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const first = month % 2 === 1 ? month : month - 1;
  return daysInMonth(year, first) + daysInMonth(year, first + 1);
}
