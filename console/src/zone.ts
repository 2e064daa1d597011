// The time zone of the organization and its clock, in which all pages show dates and times.

/** The zone of the place of issue; this browser's zone until the fiscal profile is known. */
let zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Milliseconds by which the organization's clock is ahead; only in the sandbox. */
let aheadMs = 0;

export const timeZone = (): string => zone;

/** Sets the time zone and the clock of the organization. */
export function setPlace(place: { timeZone?: string | undefined; aheadSeconds?: number }): void {
  if (place.timeZone !== undefined) zone = place.timeZone;
  if (place.aheadSeconds !== undefined) aheadMs = place.aheadSeconds * 1000;
}

const msOfDay = 86_400_000;

/** The organization's calendar date, this number of days from today, such as `2026-11-30`. */
export const today = (daysLater = 0): string =>
  // The Swedish date format equals ISO 8601.
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(
    new Date(Date.now() + aheadMs + daysLater * msOfDay),
  );
