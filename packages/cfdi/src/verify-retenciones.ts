import { checkStructure } from './check-structure';
import { parseRetenciones } from './parse';
import type { Source } from './parse';
import type { Retenciones } from './retenciones';
import type { Retenciones10 } from './retenciones10';
import { parseRetenciones10, retenciones10Element } from './retenciones10';
import { reviewStampingWindow } from './stamping-window';
import { validateRetenciones } from './validate-retenciones';
import { parsedOr, unreadable, verdictOf } from './verify';
import type { Verdict, VerifyOptions } from './verify';
import { reviewSeal } from './verify-seal';
import type { SealedFields } from './verify-seal';
import { reviewTimbre } from './verify-timbre';

/**
 * Reads a withholding document and reports all its faults. The function never throws for invalid input.
 */
export function verifyRetenciones(
  source: Source,
  options: VerifyOptions = {},
): Verdict<Retenciones> {
  const parsed = parsedOr(() => parseRetenciones(source, options));
  if (!('document' in parsed)) return unreadable(parsed.findings);
  const { document, root } = parsed;
  const { emisor, fechaExp: fecha, sello, certificado, noCertificado } = document;
  const seal = reviewSeal(root, { sello, certificado, noCertificado, fecha, rfc: emisor.rfcE });
  const stamp = reviewTimbre(document.complemento?.timbre, sello, options.pacCertificate);
  const findings = [
    ...parsed.findings,
    ...validateRetenciones(document),
    ...seal.findings,
    ...(options.nowMs === undefined
      ? []
      : reviewStampingWindow(fecha, document.lugarExpRetenc, options.nowMs)),
    ...stamp.findings,
  ];
  return verdictOf(document, findings, seal, stamp);
}

/**
 * Reads a withholding document 1.0 and checks its structure, seal, certificate and stamp. The function does
 * not check sums and rules.
 */
export function verifyRetenciones10(
  source: Source,
  options: VerifyOptions = {},
): Verdict<Retenciones10> {
  const parsed = parsedOr(() => parseRetenciones10(source, options));
  if (!('document' in parsed)) return unreadable(parsed.findings);
  const { document, root } = parsed;
  const sealed = sealedFieldsOf10(document);
  const seal = reviewSeal(root, sealed);
  const stamp = reviewTimbre(document.complemento?.timbre, sealed.sello, options.pacCertificate);
  const structure = checkStructure(retenciones10Element, document);
  const findings = [...parsed.findings, ...structure, ...seal.findings, ...stamp.findings];
  return { ...verdictOf(document, findings, seal, stamp), unchecked: ['totals', 'rules'] };
}

const LOCAL_LENGTH = 'AAAA-MM-DDThh:mm:ss'.length;

/** Returns the fields of a withholding document 1.0 that the seal check needs. */
export function sealedFieldsOf10(document: Retenciones10): SealedFields {
  const { emisor, fechaExp, sello, certificado, noCertificado } = document;
  return {
    sello,
    certificado,
    noCertificado,
    fecha: fechaExp.slice(0, LOCAL_LENGTH),
    rfc: emisor.rfcE,
  };
}
