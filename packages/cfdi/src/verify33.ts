import { currency } from '@timbre/fiscal';
import { checkStructure } from './check-structure';
import type { Comprobante33 } from './comprobante33';
import { comprobante33Element, parseComprobante33 } from './comprobante33';
import type { Finding } from './finding';
import type { Source } from './parse';
import { roundSum } from './rounding';
import { sumColumn, totalOf } from './sums';
import { parsedOr, unreadable, verdictOf } from './verify';
import type { Verdict, VerifyOptions } from './verify';
import { reviewSeal } from './verify-seal';
import { reviewTimbre } from './verify-timbre';

/**
 * Reads a CFDI 3.3 and checks structure, seal, certificate, sums and stamp (CFDI33107 SubTotal, CFDI33109
 * Descuento, CFDI33118 Total). The function does not check catalogue codes.
 */
export function verifyComprobante33(
  source: Source,
  options: VerifyOptions = {},
): Verdict<Comprobante33> {
  const parsed = parsedOr(() => parseComprobante33(source, options));
  if (!('document' in parsed)) return unreadable(parsed.findings);
  const { document, root } = parsed;
  const { emisor, fecha, sello, certificado, noCertificado } = document;
  const seal = reviewSeal(root, { sello, certificado, noCertificado, fecha, rfc: emisor.rfc });
  const stamp = reviewTimbre(document.complemento?.timbre, sello, options.pacCertificate);
  const findings = [
    ...parsed.findings,
    ...checkStructure(comprobante33Element, document),
    ...reviewSums33(document),
    ...seal.findings,
    ...stamp.findings,
  ];
  return { ...verdictOf(document, findings, seal, stamp), unchecked: ['rules'] };
}

/** Reports SubTotal, Descuento and Total that differ from the parts of a CFDI 3.3. */
export function reviewSums33(document: Comprobante33): Finding[] {
  const { conceptos, subTotal, descuento, total, impuestos, complemento, moneda } = document;
  const decimals = currency(moneda, document.fecha.slice(0, 10))?.decimals ?? 6;
  const findings: Finding[] = [];
  const add = (code: string, field: string, message: string): void => {
    findings.push({ code, path: [field], message });
  };
  const hasValue = !'TP'.includes(document.tipoDeComprobante);
  const sum = roundSum(sumColumn(conceptos, 'importe'), decimals);
  if (hasValue && !subTotal.equals(sum)) {
    add('CFDI33107', 'subTotal', `SubTotal is ${subTotal}, but the concepts add up to ${sum}`);
  }
  const discount = roundSum(sumColumn(conceptos, 'descuento'), decimals);
  if (hasValue && descuento && !descuento.equals(discount)) {
    add(
      'CFDI33109',
      'descuento',
      `Descuento is ${descuento}, but the concepts add up to ${discount}`,
    );
  }
  const { totalImpuestosTrasladados, totalImpuestosRetenidos } = impuestos ?? {};
  const totals = {
    ...(totalImpuestosTrasladados && { totalImpuestosTrasladados }),
    ...(totalImpuestosRetenidos && { totalImpuestosRetenidos }),
  };
  const sums = { subTotal, ...(descuento && { descuento }), impuestos: totals };
  const expected = totalOf(sums, complemento);
  if (!total.equals(expected)) {
    add('CFDI33118', 'total', `Total is ${total}, but its parts add up to ${expected}`);
  }
  return findings;
}
