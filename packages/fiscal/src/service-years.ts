import { addDays, addMonths, completedYears, type CalendarDate } from './calendar-date';

const monthsOfYear = 12;
const monthsToCountAsYear = 6;

/**
 * Returns the years of service up to the last day of the employment. A fraction of more than six
 * months counts as a year (LISR art. 93-XIII and 95, NumAñosServicio).
 * @throws RangeError if a date does not exist
 */
export function serviceYears(startedOn: CalendarDate, endedOn: CalendarDate): number {
  const years = completedYears(startedOn, addDays(endedOn, 1));
  const halfYearOn = monthsLater(startedOn, years * monthsOfYear + monthsToCountAsYear);
  return endedOn >= halfYearOn ? years + 1 : years;
}

/**
 * Returns the date that is a number of months later. Six months after 31 August is the last day of
 * February.
 */
function monthsLater(date: CalendarDate, months: number): CalendarDate {
  const moved = addMonths(date, months);
  return moved.slice(8) < date.slice(8) ? addDays(moved, 1) : moved;
}
