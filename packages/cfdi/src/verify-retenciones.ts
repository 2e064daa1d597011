import { parseRetenciones } from './parse';
import type { Source } from './parse';
import type { Retenciones } from './retenciones';
import { reviewStampingWindow } from './stamping-window';
import { validateRetenciones } from './validate-retenciones';
import { parsedOr, unreadable, verdictOf } from './verify';
import type { Verdict, VerifyOptions } from './verify';
import { reviewSeal } from './verify-seal';
import { reviewTimbre } from './verify-timbre';

/** Reads a withholding document and reports everything wrong with it; never throws for bad input. */
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
