import { addDays, addMonths, instantOf, type CalendarDate, type Issue } from '@timbre/fiscal';

/**
 * The number of days, counted from today, for which a link is valid if the request has no expiry
 * date.
 */
export const linkDays = 7;
const linkDaysMax = 90;

/**
 * - expires_on_out_of_range: the expiry date must be between today and 90 days from now
 */
export function expiryIssues(expiresOn: CalendarDate, today: CalendarDate): Issue[] {
  if (expiresOn >= today && expiresOn <= addDays(today, linkDaysMax)) return [];
  const message = `The last day of a link is between today and ${linkDaysMax} days from now.`;
  return [{ path: ['expiresOn'], code: 'expires_on_out_of_range', message }];
}

/**
 * Returns the last day on which the buyer can invoice a sale: the last day of the sale's month, or
 * an earlier day if the organization's settings limit the number of days.
 */
export function selfInvoicingEnd(businessDate: CalendarDate, days: number | null): CalendarDate {
  const monthEnd = addMonths(businessDate, 0, 31);
  const last = days === null ? monthEnd : addDays(businessDate, days);
  return last < monthEnd ? last : monthEnd;
}

/** Returns the time at which a day ends in a time zone. */
export const endOfDay = (day: CalendarDate, ianaZone: string): Date =>
  new Date(instantOf(`${addDays(day, 1)}T00:00:00`, ianaZone));
