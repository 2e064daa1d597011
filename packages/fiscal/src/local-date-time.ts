import { isCalendarDate } from './calendar-date';

/** A date and hour without zone, `YYYY-MM-DDTHH:MM:SS`: what the clock of the place showed. */
export type LocalDateTime = string;

const pattern = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?$/;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Reads a local date-time with an optional fraction of 1 to 9 digits, and gives it without one:
 * the fiscal attributes have none. */
export function parseLocalDateTime(text: string): LocalDateTime | undefined {
  const [, date = ''] = pattern.exec(text) ?? [];
  return isCalendarDate(date) ? text.slice(0, 19) : undefined;
}

/** What the clock of a zone shows at an instant in milliseconds since 1970 UTC.
 * @throws RangeError when the zone is not one of the IANA database or the instant is not finite. */
export function localDateTimeIn(instantMs: number, ianaZone: string): LocalDateTime {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatterOf(ianaZone).formatToParts(instantMs)) parts[type] = value;
  const { year = '', month, day, hour, minute, second } = parts;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** Building a formatter costs a hundred times its use, and the country has few zones. */
function formatterOf(ianaZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(ianaZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: ianaZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
    formatters.set(ianaZone, formatter);
  }
  return formatter;
}
