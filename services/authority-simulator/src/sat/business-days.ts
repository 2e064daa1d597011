import { centralTime } from '../clock';

const DAY_MS = 86_400_000;

/**
 * The instant `days` business days later, at the same time of day. Saturdays and Sundays do not
 * count; bank holidays do, because the simulator has no calendar of them.
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
  const localDate = centralTime(instant).slice(0, 10);
  const weekday = new Date(`${localDate}T12:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}
