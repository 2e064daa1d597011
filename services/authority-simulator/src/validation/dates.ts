import { localDateTime } from '../clock';
import type { SealedDocument } from '../stamping/document';
import { pacRefusal, type PacRefusal } from '../stamping/refusal';
import { zoneOfPostalCode } from './time-zones';

/** A document may be stamped this long after its Fecha (RMF 2.7.2.9). */
const AGE_HOURS_MAX = 72;

/** Clock skew a PAC forgives before it calls a Fecha future. */
const SKEW_SECONDS = 300;

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

/** 401 when Fecha, local time of the place of issue, is in the future or older than 72 hours. */
export function dateRefusal(document: SealedDocument, now: Date): PacRefusal | undefined {
  const { issuedAt, placeOfIssue } = document;
  if (!LOCAL.test(issuedAt)) return pacRefusal('301', `Fecha: ${issuedAt}`);
  const zone = zoneOfPostalCode(placeOfIssue);
  const latest = localDateTime(new Date(now.getTime() + SKEW_SECONDS * 1000), zone);
  const earliest = localDateTime(new Date(now.getTime() - AGE_HOURS_MAX * 3_600_000), zone);
  if (issuedAt > latest) return pacRefusal('401', `La fecha ${issuedAt} es futura.`);
  if (issuedAt < earliest) return pacRefusal('401', `La fecha ${issuedAt} es anterior.`);
  return undefined;
}
