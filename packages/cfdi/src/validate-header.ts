import { Decimal } from '@timbre/fiscal';
import { checkCode, hasComplement, hasValue, report } from './review';
import type { Review } from './review';
import { totalOf } from './sums';

/** The largest amount without a confirmation key: c_TipoDeComprobante, column max_value. */
const TOTAL_MAX = Decimal.from('999999999999999999.999999');

/**
 * Checks the rules of the attributes of the root element.
 *
 * - CFDI40103: FormaPago in a type without payment; 40104: not in its catalogue; 40105: PPD requires 99
 * - CFDI40113: Moneda; 40114 to 40116: TipoCambio does not match Moneda
 * - CFDI40119: Total is not the sum of its parts; 40120: above the limit
 * - CFDI40121 to 40126: type, export, method and place of issue; 40222: foreign trade for 01 and 03
 * - CFDI40127: unnecessary Confirmacion
 * - CFDI40137: TipoRelacion
 * Source of these and all following rules: the SAT's matrix of CFDI 4.0 (2024-12-13), read 2026-11-21.
 */
export function reviewHeader(review: Review): void {
  reviewPayment(review);
  reviewCurrency(review);
  reviewTotals(review);
  reviewKinds(review);
  (review.document.cfdiRelacionados ?? []).forEach(({ tipoRelacion }, index) => {
    const path = ['cfdiRelacionados', index, 'tipoRelacion'];
    checkCode(review, 'c_TipoRelacion', tipoRelacion, 'CFDI40137', path);
  });
}

function reviewPayment(review: Review): void {
  const { formaPago, metodoPago, tipoDeComprobante: type } = review.document;
  if (formaPago !== undefined && 'TNP'.includes(type)) {
    report(
      review,
      'CFDI40103',
      ['formaPago'],
      `a document of type ${type} must not have FormaPago`,
    );
  } else checkCode(review, 'c_FormaPago', formaPago, 'CFDI40104', ['formaPago']);
  if (metodoPago === 'PPD' && formaPago !== '99') {
    report(review, 'CFDI40105', ['formaPago'], 'FormaPago must be 99 when MetodoPago is PPD');
  }
  if (metodoPago !== undefined && !hasValue(review.document)) {
    report(
      review,
      'CFDI40125',
      ['metodoPago'],
      `a document of type ${type} must not have MetodoPago`,
    );
  } else checkCode(review, 'c_MetodoPago', metodoPago, 'CFDI40124', ['metodoPago']);
}

function reviewCurrency(review: Review): void {
  const { moneda, tipoCambio } = review.document;
  checkCode(review, 'c_Moneda', moneda, 'CFDI40113', ['moneda']);
  const path = ['tipoCambio'];
  if (moneda === 'XXX') {
    if (tipoCambio) report(review, 'CFDI40116', path, 'Moneda XXX does not allow TipoCambio');
  } else if (moneda === 'MXN') {
    const isOne = tipoCambio === undefined || tipoCambio.equals(Decimal.one);
    if (!isOne) report(review, 'CFDI40114', path, 'TipoCambio of MXN must be 1');
  } else if (tipoCambio === undefined) {
    report(review, 'CFDI40115', path, `TipoCambio is required for ${moneda}`);
  }
}

/** Checks the rules of the document's Total (CFDI40119, 40120 and 40127). */
export function reviewTotals(review: Review): void {
  const { document, currencyDecimals: decimals } = review;
  const { subTotal, descuento, total, impuestos, complemento } = document;
  const sums = { subTotal, ...(descuento && { descuento }), ...(impuestos && { impuestos }) };
  const expected = totalOf(sums, complemento);
  if (!total.equals(expected) || total.trimmed().scale > decimals) {
    report(
      review,
      'CFDI40119',
      ['total'],
      `Total is ${total}, but its parts add up to ${expected}`,
    );
  }
  const needsKey = total.greaterThan(TOTAL_MAX);
  if (needsKey && document.confirmacion === undefined) {
    report(review, 'CFDI40120', ['total'], 'a total above the limit requires a confirmation key');
  }
  const pagos = (document.complemento?.pagos ?? []).flatMap(({ pago }) => pago);
  // A payment may also need the confirmation key (CRP20216).
  const isForeign =
    (document.tipoCambio !== undefined && document.moneda !== 'MXN') ||
    pagos.some(({ monedaP }) => monedaP !== 'MXN');
  if (document.confirmacion !== undefined && !needsKey && !isForeign) {
    report(review, 'CFDI40127', ['confirmacion'], 'this document must not have a confirmation key');
  }
}

function reviewKinds(review: Review): void {
  const { document } = review;
  const { tipoDeComprobante, exportacion, lugarExpedicion } = document;
  const type = ['tipoDeComprobante'];
  checkCode(review, 'c_TipoDeComprobante', tipoDeComprobante, 'CFDI40121', type);
  checkCode(review, 'c_Exportacion', exportacion, 'CFDI40123', ['exportacion']);
  checkCode(review, 'c_CodigoPostal', lugarExpedicion, 'CFDI40126', ['lugarExpedicion']);
  const isTrade = hasComplement(document, 'cce20') || hasComplement(document, 'cce11');
  if (exportacion === '02' && !isTrade) {
    report(
      review,
      'CFDI40122',
      ['exportacion'],
      'Exportacion 02 requires the foreign trade complement',
    );
  }
  if (isTrade && (exportacion === '01' || exportacion === '03')) {
    const message = `Exportacion ${exportacion} does not allow the foreign trade complement`;
    report(review, 'CFDI40222', ['exportacion'], message);
  }
}
