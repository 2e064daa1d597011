import type { Certificate } from './certificate';
import { checkStructure } from './check-structure';
import type { Finding } from './finding';
import { verifyCadena } from './seal';
import { timbreCadena } from './timbre';
import type { Timbre } from './timbre-grammar';
import { timbreElement } from './timbre-grammar';

/** The state of a stamp; `unknown` means that the PAC's certificate is not available. */
export type StampState = 'absent' | 'valid' | 'invalid' | 'unknown';

export interface StampReview {
  readonly state: StampState;
  readonly findings: readonly Finding[];
}

/** Returns the certificate of a PAC by its number. */
export type PacCertificates = (number: string) => Certificate | undefined;

/** Checks the stamp against the document and, if available, against the PAC's certificate. */
export function reviewTimbre(
  timbre: Timbre | undefined,
  sello: string | undefined,
  pacCertificate: PacCertificates | undefined,
): StampReview {
  if (!timbre) return { state: 'absent', findings: [] };
  const path = ['complemento', 'timbre'];
  if (timbre.selloCfd !== sello) {
    const message = 'the stamp belongs to another document';
    return invalid({ code: 'TFD', path: [...path, 'selloCfd'], message });
  }
  const certificate = pacCertificate?.(timbre.noCertificadoSat);
  if (!certificate) return { state: 'unknown', findings: [] };
  if (!verifyCadena(timbreCadena(timbre), timbre.selloSat, certificate.publicKey)) {
    const message = 'the stamp was not signed by its PAC';
    return invalid({ code: 'TFD', path: [...path, 'selloSat'], message });
  }
  return { state: 'valid', findings: [] };
}

/**
 * Checks the stamp in a PAC response: its structure (301), whether it belongs to the document's seal, and, if
 * the PAC's certificate is available, the PAC's signature (TFD).
 */
export function verifyTimbre(
  timbre: Timbre,
  sello: string,
  pacCertificate?: PacCertificates,
): readonly Finding[] {
  const structure = checkStructure(timbreElement, timbre);
  return [...structure, ...reviewTimbre(timbre, sello, pacCertificate).findings];
}

function invalid(finding: Finding): StampReview {
  return { state: 'invalid', findings: [finding] };
}
