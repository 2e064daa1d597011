import { parseDocument, parseTimbre, verifyTimbre, type PacCertificates } from '@timbre/cfdi';
import type { PacDocument } from './pac';
import { attributeOf, timbreIn } from './stamp-of';

const hourMs = 3_600_000;
/**
 * The maximum time between Fecha and the time of the stamp. The SAT allows 72 hours; the other three hours
 * allow for time zones.
 */
const stampedAfterMsMax = 75 * hourMs;
const stampedBeforeMsMax = 3 * hourMs;

/**
 * Returns the reason why the stamp in a PAC's response cannot belong to the sent document; undefined if it
 * matches (facts: pac-sat-webservices.md §10).
 */
export function stampMismatch(
  { xml: sealedXml }: PacDocument,
  answeredXml: string,
  pacCertificate?: PacCertificates,
): string | undefined {
  const sello = attributeOf(sealedXml, 'Sello');
  const fecha = attributeOf(sealedXml, 'Fecha') ?? attributeOf(sealedXml, 'FechaExp');
  const timbre = readTimbre(answeredXml);
  if (!timbre) return 'the answer has no stamp that can be read';
  const [finding] = verifyTimbre(timbre, sello ?? '', pacCertificate);
  if (finding) return `${finding.path.join('.')}: ${finding.message}`;
  const sinceMs = Date.parse(`${timbre.fechaTimbrado}Z`) - Date.parse(`${fecha}Z`);
  const isTimely = sinceMs >= -stampedBeforeMsMax && sinceMs <= stampedAfterMsMax;
  return isTimely ? undefined : `fechaTimbrado: ${timbre.fechaTimbrado} for a Fecha of ${fecha}`;
}

/** Parses only the stamp if possible, because the whole document can be large. */
function readTimbre(xml: string) {
  try {
    const own = timbreIn(xml)?.text;
    return own ? parseTimbre(own) : parseDocument(xml).document.complemento?.timbre;
  } catch {
    // The caller refuses a stamp that cannot be parsed.
    return undefined;
  }
}
