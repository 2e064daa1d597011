import { addDays, addMonths, instantOf, type CalendarDate, type Issue } from '@timbre/fiscal';

/** The number of days of a link without an expiry date, counted from today. */
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
 * The last day of self-invoicing: the end of the sale's month, or earlier after the number of days in the
 * organization's settings.
 */
export function selfInvoicingEnd(businessDate: CalendarDate, days: number | null): CalendarDate {
  const monthEnd = addMonths(businessDate, 0, 31);
  const last = days === null ? monthEnd : addDays(businessDate, days);
  return last < monthEnd ? last : monthEnd;
}

/** The instant at which a day ends in a time zone. */
export const endOfDay = (day: CalendarDate, ianaZone: string): Date =>
  new Date(instantOf(`${addDays(day, 1)}T00:00:00`, ianaZone));
