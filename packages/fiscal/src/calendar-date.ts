/** A calendar day, `YYYY-MM-DD`, without a time or a zone. */
export type CalendarDate = string;

const dayMs = 86_400_000;

/** Whether the text is an existing day: 2024-02-29 exists, 2025-02-29 does not exist. */
export function isCalendarDate(text: string): boolean {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return false;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  return year > 0 && day >= 1 && day <= daysInMonth(year, month);
}

/**
 * Returns the number in a range of digits; -1 if the range contains other characters. The function
 * is called very often, so it uses no regular expression.
 */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/**
 * Returns the number of days in a month (1 to 12) of the Gregorian calendar; 0 for a month that
 * does not exist.
 */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  if (month < 1 || month > 12) return 0;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * Returns the date that is `months` after the given date. By default, the day of the month is the
 * day of the given date. In a shorter month, the result is the last day of the month (31 January +
 * 1 month = 28 or 29 February).
 * @throws RangeError if the date does not exist or the result is outside the years 1 to 9999
 */
export function addMonths(date: CalendarDate, months: number, day?: number): CalendarDate {
  const [year, month, own] = partsOf(date);
  const index = year * 12 + (month - 1) + months;
  const [newYear, newMonth] = [Math.floor(index / 12), (index % 12) + 1];
  return calendarDate(newYear, newMonth, Math.min(day ?? own, daysInMonth(newYear, newMonth)));
}

/** @throws RangeError as `addMonths` */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = new Date(utcMsOf(date) + days * dayMs);
  return calendarDate(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate());
}

/**
 * Returns the number of days from one date to another; negative if `to` is earlier.
 * @throws RangeError if a date does not exist
 */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((utcMsOf(to) - utcMsOf(from)) / dayMs);
}

/**
 * Returns the number of complete years from one date to another. A year is complete on the
 * anniversary.
 */
export function completedYears(from: CalendarDate, on: CalendarDate): number {
  const years = Number(on.slice(0, 4)) - Number(from.slice(0, 4));
  return on.slice(5) < from.slice(5) ? years - 1 : years;
}

/**
 * Returns the parts of a date: year, month (1 to 12) and day.
 * @throws RangeError if the date does not exist
 */
export function partsOf(date: CalendarDate): [year: number, month: number, day: number] {
  if (!isCalendarDate(date)) throw new RangeError(`not a date: ${date.slice(0, 40)}`);
  return [Number(date.slice(0, 4)), Number(date.slice(5, 7)), Number(date.slice(8))];
}

function calendarDate(year: number, month: number, day: number): CalendarDate {
  const [yyyy, mm, dd] = [String(year).padStart(4, '0'), pad(month), pad(day)];
  const text = `${yyyy}-${mm}-${dd}`;
  if (!isCalendarDate(text)) throw new RangeError(`the date ${text} does not exist`);
  return text;
}

function utcMsOf(date: CalendarDate): number {
  const [year, month, day] = partsOf(date);
  // Date.UTC interprets the years 0 to 99 as 1900 to 1999, so the year is set separately.
  return new Date(Date.UTC(2000, month - 1, day)).setUTCFullYear(year, month - 1, day);
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
