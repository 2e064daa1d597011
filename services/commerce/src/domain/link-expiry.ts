import { addDays, addMonths, instantOf, type CalendarDate, type Issue } from '@timbre/fiscal';

/** The last day of a link that names none, counted from today. */
export const linkDays = 7;
const linkDaysMax = 90;

/**
 * - expires_on_out_of_range: the last day of a link is not between today and 90 days from now
 */
export function expiryIssues(expiresOn: CalendarDate, today: CalendarDate): Issue[] {
  if (expiresOn >= today && expiresOn <= addDays(today, linkDaysMax)) return [];
  const message = `The last day of a link is between today and ${linkDaysMax} days from now.`;
  return [{ path: ['expiresOn'], code: 'expires_on_out_of_range', message }];
}

/**
 * The last day on which a buyer turns a receipt into an invoice: the last of the month of the sale, or
 * earlier after the days that the organization has set.
 */
export function selfInvoicingEnd(businessDate: CalendarDate, days: number | null): CalendarDate {
  const monthEnd = addMonths(businessDate, 0, 31);
  const last = days === null ? monthEnd : addDays(businessDate, days);
  return last < monthEnd ? last : monthEnd;
}

/** The instant at which the day has ended in the zone. */
export const endOfDay = (day: CalendarDate, ianaZone: string): Date =>
  new Date(instantOf(`${addDays(day, 1)}T00:00:00`, ianaZone));
