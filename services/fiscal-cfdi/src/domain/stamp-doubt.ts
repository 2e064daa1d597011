import { parseDocument, parseTimbre, verifyTimbre, type PacCertificates } from '@timbre/cfdi';
import type { PacDocument } from './pac';

const hourMs = 3_600_000;
/** A stamp is made within 72 hours of Fecha; the rest are the zones of the country. */
const stampedAfterMsMax = 75 * hourMs;
const stampedBeforeMsMax = 3 * hourMs;

/**
 * Why the stamp in a PAC's answer is not believed to be that of the document that was sent, or
 * undefined when nothing speaks against it (facts: pac-sat-webservices §10).
 */
export function stampDoubt(
  { xml: sealedXml }: PacDocument,
  answeredXml: string,
  pacCertificate?: PacCertificates,
): string | undefined {
  const sello = attribute(sealedXml, 'Sello');
  const fecha = attribute(sealedXml, 'Fecha') ?? attribute(sealedXml, 'FechaExp');
  const timbre = timbreIn(answeredXml);
  if (!timbre) return 'the answer has no stamp that can be read';
  const [finding] = verifyTimbre(timbre, sello ?? '', pacCertificate);
  if (finding) return `${finding.path.join('.')}: ${finding.message}`;
  const sinceMs = Date.parse(`${timbre.fechaTimbrado}Z`) - Date.parse(`${fecha}Z`);
  const isTimely = sinceMs >= -stampedBeforeMsMax && sinceMs <= stampedAfterMsMax;
  return isTimely ? undefined : `fechaTimbrado: ${timbre.fechaTimbrado} for a Fecha of ${fecha}`;
}

/** Of our own sealed document, whose root is the first element to have either. */
const attribute = (xml: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1];

/** Read alone where it declares its namespace, as PACs write it: the document may be large. */
function timbreIn(xml: string) {
  try {
    const own = /<tfd:TimbreFiscalDigital\b[^>]*\bxmlns:tfd=[^>]*\/>/.exec(xml)?.[0];
    return own ? parseTimbre(own) : parseDocument(xml).document.complemento?.timbre;
  } catch {
    return undefined;
  }
}
