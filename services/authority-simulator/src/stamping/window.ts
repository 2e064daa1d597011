import { localDateTimeIn, postalCode } from '@timbre/fiscal';
import type { SealedDocument } from './document';

const HOURS_MAX = 72;
/** The date of a document may be ahead of the PAC's clock by this number of minutes. */
const MINUTES_AHEAD_MAX = 5;

/**
 * Returns the reason why a PAC refuses the date of a document, which is too old or too far in the future;
 * undefined if the PAC accepts the date.
 */
export function lateness(
  { issuedAt, placeOfIssue }: SealedDocument,
  now: Date,
): string | undefined {
  const zone = postalCode(placeOfIssue, issuedAt.slice(0, 10))?.ianaZone;
  // An unknown place of issue is not refused here, because the SAT's matrix refuses it (CFDI40126).
  if (!zone) return undefined;
  const age = (now.getTime() - instantOf(issuedAt, zone)) / 60_000;
  if (age >= -MINUTES_AHEAD_MAX && age <= HOURS_MAX * 60) return undefined;
  return `Fecha ${issuedAt} en ${placeOfIssue}: han pasado ${Math.floor(age)} minutos.`;
}

/**
 * Returns the instant at which clocks in the time zone show this local time; NaN for an invalid date-time.
 */
function instantOf(local: string, zone: string): number {
  const asUtc = /^\d{4}-/.test(local) ? Date.parse(`${local}Z`) : NaN;
  if (Number.isNaN(asUtc)) return NaN;
  // The instant is calculated twice, because the first result can fall before or after a clock change,
  // where the UTC offset is different.
  return [0, 1].reduce((guess) => asUtc - offsetAt(guess, zone), asUtc);
}

function offsetAt(instant: number, zone: string): number {
  return Date.parse(`${localDateTimeIn(instant, zone)}Z`) - instant;
}
