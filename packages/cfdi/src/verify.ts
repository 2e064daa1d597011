import type { Certificate } from './certificate';
import type { Comprobante } from './comprobante';
import type { Finding } from './finding';
import { STRUCTURE } from './finding';
import { StructureError, parseComprobante } from './parse';
import type { Parsed, Source } from './parse';
import type { ReviewOptions } from './review';
import { reviewStampingWindow } from './stamping-window';
import { validateComprobante } from './validate';
import { reviewSeal } from './verify-seal';
import type { SealReview } from './verify-seal';
import { reviewTimbre } from './verify-timbre';
import type { PacCertificates, StampReview, StampState } from './verify-timbre';
import { XmlError } from './xml';
import type { ReadLimits } from './xml';

export interface VerifyOptions extends ReviewOptions, ReadLimits {
  /**
   * The time of stamping, in epoch milliseconds. If the time is absent, the 72 hours are not
   * checked.
   */
  readonly nowMs?: number;
  readonly pacCertificate?: PacCertificates;
}

/** The result of verifying a document. */
export interface Verdict<T> {
  readonly isValid: boolean;
  readonly findings: readonly Finding[];
  readonly stamp: StampState;
  /** `document` is absent if the document cannot be read. */
  readonly document?: T;
  /** The issuer's certificate, if the document has one. */
  readonly certificate?: Certificate;
  /**
   * The subjects of the command `cfdi verify` that are not checked for this version of the
   * document.
   */
  readonly unchecked?: readonly string[];
}

/**
 * Reads a CFDI 4.0 and reports all its faults. The function never throws for invalid input.
 */
export function verifyComprobante(
  source: Source,
  options: VerifyOptions = {},
): Verdict<Comprobante> {
  const parsed = parsedOr(() => parseComprobante(source, options));
  if (!('document' in parsed)) return unreadable(parsed.findings);
  return verifyParsed(parsed, options, validateComprobante(parsed.document, options));
}

function verifyParsed(
  parsed: Parsed<Comprobante>,
  options: VerifyOptions,
  violations: readonly Finding[],
): Verdict<Comprobante> {
  const { document, root } = parsed;
  const { emisor, fecha, sello, certificado, noCertificado } = document;
  const fields = { sello, certificado, noCertificado, fecha, rfc: emisor.rfc };
  const seal = reviewSeal(root, fields);
  const stamp = reviewTimbre(document.complemento?.timbre, sello, options.pacCertificate);
  const window =
    options.nowMs === undefined
      ? []
      : reviewStampingWindow(fecha, document.lugarExpedicion, options.nowMs);
  const findings = [
    ...parsed.findings,
    ...violations,
    ...seal.findings,
    ...window,
    ...stamp.findings,
  ];
  return verdictOf(document, findings, seal, stamp);
}

/** Returns the parsed document, or the findings that prevent reading it. */
export function parsedOr<T>(
  parse: () => Parsed<T>,
): Parsed<T> | { readonly findings: readonly Finding[] } {
  try {
    return parse();
  } catch (error) {
    if (error instanceof StructureError) return { findings: error.findings };
    if (error instanceof XmlError) {
      return { findings: [{ code: STRUCTURE, path: [], message: error.message }] };
    }
    throw error;
  }
}

export function unreadable(findings: readonly Finding[]): Verdict<never> {
  return { isValid: false, findings, stamp: 'absent' };
}

/** Returns the verdict on a readable document, which is valid if it has no findings. */
export function verdictOf<T>(
  document: T,
  findings: readonly Finding[],
  { certificate }: SealReview,
  { state }: StampReview,
): Verdict<T> {
  const isValid = findings.length === 0;
  return { isValid, findings, stamp: state, document, ...(certificate && { certificate }) };
}
