import { isCalendarDate, type CalendarDate } from './calendar-date';

/** A local date and time without a zone, `YYYY-MM-DDTHH:MM:SS`. */
export type LocalDateTime = string;

const pattern = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?$/;
const formatters = new Map<string, Intl.DateTimeFormat>();
/** The last result for each zone, because many documents are issued in the same second. */
const shown = new Map<string, { second: number; text: LocalDateTime }>();

/**
 * Parses a local date-time with an optional fraction of a second (1 to 9 digits). The fraction is
 * dropped, because the attributes of fiscal documents have no fractions.
 */
export function parseLocalDateTime(text: string): LocalDateTime | undefined {
  const [, date = ''] = pattern.exec(text) ?? [];
  return isCalendarDate(date) ? text.slice(0, 19) : undefined;
}

/**
 * Returns the local time in a zone at an instant, given in epoch milliseconds.
 * @throws RangeError if the zone is not in the IANA database or the instant is not finite
 */
export function localDateTimeIn(instantMs: number, ianaZone: string): LocalDateTime {
  const second = Math.floor(instantMs / 1_000);
  const last = shown.get(ianaZone);
  if (last?.second === second) return last.text;
  const text = textOf(formatterOf(ianaZone).formatToParts(instantMs));
  shown.set(ianaZone, { second, text });
  return text;
}

/**
 * Returns the date in a zone at an instant.
 * @throws RangeError as `localDateTimeIn`
 */
export const localDateIn = (instantMs: number, ianaZone: string): CalendarDate =>
  localDateTimeIn(instantMs, ianaZone).slice(0, 10);

/**
 * Returns the instant, in epoch milliseconds, at which clocks in the zone show the local time. If a
 * clock change repeats or skips the local time, the function returns the later instant.
 * @throws RangeError as `localDateTimeIn`
 */
export function instantOf(local: LocalDateTime, ianaZone: string): number {
  const wanted = Date.parse(`${local}Z`);
  const shownAt = (instantMs: number) => Date.parse(`${localDateTimeIn(instantMs, ianaZone)}Z`);
  const near = wanted + (wanted - shownAt(wanted));
  return near + (wanted - shownAt(near));
}

function textOf(formatted: Intl.DateTimeFormatPart[]): LocalDateTime {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatted) parts[type] = value;
  const { year = '', month, day, hour, minute, second } = parts;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
}

/**
 * Returns the memoized formatter for a zone. Creating a formatter costs a hundred times as much as
 * using it, and Mexico has few zones.
 */
function formatterOf(ianaZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(ianaZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: ianaZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(ianaZone, formatter);
  }
  return formatter;
}
