import { figureOn } from './law/law';
import { localDateIn } from './local-date-time';

const DAY_MS = 86_400_000;

/**
 * Returns the instant that is `days` business days after the given instant, at the same time of
 * day. Saturdays, Sundays and the days of CFF art. 12 are not business days. The general vacations
 * of the authority count as business days, because no list of these vacations is maintained.
 */
export function plusBusinessDays(from: Date, days: number): Date {
  let at = from;
  for (let left = days; left > 0;) {
    at = new Date(at.getTime() + DAY_MS);
    if (isBusinessDay(at)) left -= 1;
  }
  return at;
}

function isBusinessDay(instant: Date): boolean {
  const localDate = localDateIn(instant.getTime(), 'America/Mexico_City');
  const weekday = new Date(`${localDate}T12:00:00Z`).getUTCDay();
  const holidays = figureOn('calendar.tax_holidays', localDate)?.value.days ?? [];
  return weekday !== 0 && weekday !== 6 && !holidays.includes(localDate);
}
