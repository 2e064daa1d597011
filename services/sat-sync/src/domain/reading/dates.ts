import { isCalendarDate, foldLetters, type CalendarDate, itemAt } from '@timbre/fiscal';

const months = [
  'ENERO', 'FEBRERO', 'MARZO', 'ABRIL', 'MAYO', 'JUNIO', 'JULIO', 'AGOSTO', 'SEPTIEMBRE',
  'OCTUBRE', 'NOVIEMBRE', 'DICIEMBRE',
]; // prettier-ignore

/** Returns the months (1 to 12) that a text names, in the order in which they occur. */
export function monthsIn(text: string): number[] {
  const found = [...foldLetters(text).matchAll(new RegExp(months.join('|'), 'g'))];
  return found.map(([name]) => months.indexOf(name) + 1);
}

/** Reads `17/02/2026` or `17-02-2026`, possibly followed by other text. */
export function dateOfDigits(text: string): CalendarDate | undefined {
  const match = /^\s*(\d{2})([/-])(\d{2})\2(\d{4})(?!\d)/.exec(text);
  return match ? existing(itemAt(match, 4), itemAt(match, 3), itemAt(match, 1)) : undefined;
}

/**
 * Reads `28 DE SEPTIEMBRE DE 2005`, with or without blanks between the words, possibly followed by
 * other text.
 */
export function dateOfWords(text: string): CalendarDate | undefined {
  const match = /^(\d{1,2})DE([A-Z]+?)DE(\d{4})/.exec(foldLetters(text));
  if (!match) return undefined;
  const month = months.indexOf(itemAt(match, 2)) + 1;
  return month > 0
    ? existing(itemAt(match, 3), `${month}`.padStart(2, '0'), itemAt(match, 1))
    : undefined;
}

function existing(year: string, month: string, day: string): CalendarDate | undefined {
  const date = `${year}-${month}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : undefined;
}

/**
 * Reads `17/02/2026 10:00[:00]`, with or without the blank, as a local date and time without a time
 * zone.
 */
export function localDateTimeOf(text: string): string | undefined {
  const form = /^\s*(\d{2}\/\d{2}\/\d{4})\s*([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?/;
  const [, day = '', hours, minutes, seconds = '00'] = form.exec(text) ?? [];
  const date = dateOfDigits(day);
  return date ? `${date}T${hours}:${minutes}:${seconds}` : undefined;
}
