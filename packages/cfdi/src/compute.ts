import { Decimal } from '@timbre/fiscal';
import type { Complemento, Comprobante } from './comprobante';
import { computeConcepto, exactAmounts, exactConcepto } from './compute-concepto';
import type { ConceptoInput, ExactConcepto } from './compute-concepto';
import { computeImpuestosLocales } from './compute-local-taxes';
import type { LocalTaxInput } from './compute-local-taxes';
import { CONCEPT_DECIMALS_MAX, conceptDecimals } from './rounding';
import { settleCharged } from './settle-charged';
import { sumConceptos, totalOf } from './sums';

type Computed = 'version' | 'subTotal' | 'descuento' | 'total' | 'conceptos' | 'impuestos';
type Sealing = 'noCertificado' | 'certificado' | 'sello';

/** The input of the calculation: a document whose amounts are not computed yet. */
export interface ComprobanteInput extends Omit<Comprobante, Computed | Sealing> {
  readonly conceptos: readonly ConceptoInput[];
  /** The decimals of `moneda` in c_Moneda: 2 for MXN, 0 for JPY and XXX. */
  readonly currencyDecimals: number;
  readonly localTaxes?: readonly LocalTaxInput[];
}

/**
 * Computes every amount of a document, so that the document can be sealed. Transfers (T) and payments (P)
 * have totals of zero, regardless of their concepts (CFDI40109, CFDI40119).
 */
export function computeComprobante(input: ComprobanteInput): Comprobante {
  const { currencyDecimals, localTaxes, conceptos: inputs, ...header } = input;
  const exact = inputs.map(exactConcepto);
  if (header.tipoDeComprobante === 'T' || header.tipoDeComprobante === 'P') {
    return withoutValue(header, exact);
  }
  const { conceptos, sums } = computeConceptos(exact, currencyDecimals);
  const net = sums.descuento ? sums.subTotal.minus(sums.descuento) : sums.subTotal;
  const locales = localTaxes?.length ? computeImpuestosLocales(localTaxes, net) : undefined;
  const complemento: Complemento = {
    ...header.complemento,
    ...(locales && { impuestosLocales: locales }),
  };
  return {
    ...header,
    version: '4.0',
    conceptos,
    ...sums,
    total: totalOf(sums, complemento),
    ...(Object.keys(complemento).length > 0 && { complemento }),
  };
}

/**
 * Computes the concepts of a sale that has no document yet, such as a quote, and the sums that its
 * invoice will have.
 */
export function computeSale(inputs: readonly ConceptoInput[], currencyDecimals: number) {
  const { conceptos, sums } = computeConceptos(inputs.map(exactConcepto), currencyDecimals);
  return { conceptos, sums, total: totalOf(sums, undefined) };
}

function computeConceptos(exact: readonly ExactConcepto[], currencyDecimals: number) {
  const decimals = conceptDecimals(amountsOf(exact), currencyDecimals);
  const computed = exact.map((concepto) => computeConcepto(concepto, decimals));
  const conceptos = settleCharged(exact, computed, decimals, currencyDecimals);
  return { conceptos, sums: sumConceptos(conceptos, currencyDecimals) };
}

function* amountsOf(exact: readonly ExactConcepto[]): Iterable<Decimal> {
  for (const concepto of exact) yield* exactAmounts(concepto);
}

type Header = Omit<ComprobanteInput, 'conceptos' | 'currencyDecimals' | 'localTaxes'>;

/** Computes a transfer of goods (T), whose price and taxes are zero. */
function withoutValue(header: Header, exact: readonly ExactConcepto[]): Comprobante {
  const conceptos = exact.map((concepto) => {
    const { taxes: _taxes, taxIncluded: _taxIncluded, ...input } = concepto.input;
    const decimals = Math.min(concepto.importe.scale, CONCEPT_DECIMALS_MAX);
    return computeConcepto({ ...concepto, input }, decimals);
  });
  return { ...header, version: '4.0', conceptos, subTotal: Decimal.zero, total: Decimal.zero };
}
