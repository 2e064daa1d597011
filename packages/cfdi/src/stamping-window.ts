import { localDateTimeIn, postalCode } from '@timbre/fiscal';
import type { Finding } from './finding';

const HOUR_MS = 3_600_000;
const WINDOW_MS = 72 * HOUR_MS;
// Clocks of issuers and PACs differ; a PAC tolerates about this much.
const AHEAD_MS = 5 * 60_000;

/**
 * Whether a PAC still stamps the document at an instant: not before its date and hour and not
 * later than 72 hours after it, by the clock of the place of issue (PAC code 401).
 */
export function reviewStampingWindow(
  fecha: string,
  lugarExpedicion: string,
  nowMs: number,
): readonly Finding[] {
  const zone = postalCode(lugarExpedicion)?.ianaZone;
  if (!zone) return [];
  const latest = localDateTimeIn(nowMs + AHEAD_MS, zone);
  const earliest = localDateTimeIn(nowMs - WINDOW_MS, zone);
  if (fecha >= earliest && fecha <= latest) return [];
  const message = `Fecha is not between ${earliest} and ${latest}`;
  return [{ code: '401', path: ['fecha'], message }];
}
