import { localDateTimeIn, postalCode } from '@timbre/fiscal';
import type { Finding } from './finding';

const HOUR_MS = 3_600_000;
const WINDOW_MS = 72 * HOUR_MS;
// The maximum time by which Fecha may be in the future: approximately the clock skew that PACs tolerate.
const AHEAD_MS = 5 * 60_000;

/**
 * Checks whether a PAC would stamp the document at an instant: between its Fecha and 72 hours later, in
 * the local time of the place of issue (PAC code 401).
 */
export function reviewStampingWindow(
  fecha: string,
  lugarExpedicion: string,
  nowMs: number,
): readonly Finding[] {
  const zone = postalCode(lugarExpedicion, fecha.slice(0, 10))?.ianaZone;
  if (!zone) return [];
  const latest = localDateTimeIn(nowMs + AHEAD_MS, zone);
  const earliest = localDateTimeIn(nowMs - WINDOW_MS, zone);
  if (fecha >= earliest && fecha <= latest) return [];
  const message = `Fecha must be between ${earliest} and ${latest}`;
  return [{ code: '401', path: ['fecha'], message }];
}
