// The time zone of the organization and its clock, in which all pages show dates and times.

/**
 * The time zone of the place of issue; until the fiscal profile is known, the time zone of this
 * browser.
 */
let zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** How many milliseconds the organization's clock is ahead. It is 0 except in a sandbox. */
let aheadMs = 0;

export const timeZone = (): string => zone;

/** Sets the time zone and the clock of the organization. */
export function setPlace(place: { timeZone?: string | undefined; aheadSeconds?: number }): void {
  if (place.timeZone !== undefined) zone = place.timeZone;
  if (place.aheadSeconds !== undefined) aheadMs = place.aheadSeconds * 1000;
}

const msOfDay = 86_400_000;

/** Returns the organization's calendar date, a number of days after today, such as `2026-11-30`. */
export const today = (daysLater = 0): string =>
  // The Swedish format is used, because it is the same as ISO 8601.
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(
    new Date(Date.now() + aheadMs + daysLater * msOfDay),
  );
