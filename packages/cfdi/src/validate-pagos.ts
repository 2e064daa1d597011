import { Decimal, currency } from '@timbre/fiscal';
import type { Path } from './finding';
import type { Pago, Pagos, PagosTotales } from './pagos';
import { totalizePagos } from './pagos-sums';
import { checkCode, report } from './review';
import type { Review } from './review';
import { reviewBanks } from './validate-pago-banks';
import { reviewDocto, reviewPaid } from './validate-pago-documents';
import { reviewPagoTaxes } from './validate-pago-taxes';

/** The parts that a payment document must not have. */
const absent = [
  ['formaPago', 'CRP20105'],
  ['metodoPago', 'CRP20106'],
  ['condicionesDePago', 'CRP20107'],
  ['descuento', 'CRP20108'],
  ['tipoCambio', 'CRP20109'],
] as const;

/** The code for each wrong total in pesos, in the order of the SAT's matrix. */
const TOTAL_CODES: readonly (readonly [keyof PagosTotales, string])[] = [
  ['totalRetencionesIva', 'CRP20201'],
  ['totalRetencionesIsr', 'CRP20202'],
  ['totalRetencionesIeps', 'CRP20203'],
  ['totalTrasladosBaseIva16', 'CRP20204'],
  ['totalTrasladosImpuestoIva16', 'CRP20205'],
  ['totalTrasladosBaseIva8', 'CRP20206'],
  ['totalTrasladosImpuestoIva8', 'CRP20207'],
  ['totalTrasladosBaseIva0', 'CRP20208'],
  ['totalTrasladosImpuestoIva0', 'CRP20209'],
  ['totalTrasladosBaseIvaExento', 'CRP20210'],
  ['montoTotalPagos', 'CRP20211'],
];

/**
 * Checks the rules of the payments complement.
 *
 * - CRP20101 to 20123: the fixed values of the document
 * - CRP20201 to 20211: totals in pesos
 * - CRP20212 to 20235: form, currency, amount and banks of a payment
 * - CRP20217, 20236 to 20247 and 20275 to 20279: paid documents
 * - CRP20248 to 20261: taxes of the paid documents; 20262 to 20274: taxes of the payment
 * Source: the SAT's MatrizDeErrores_CRP_V20_RevB, from a published copy, and the fill-in guide, read
 * 2026-11-21.
 */
export function reviewPagos(review: Review): void {
  const { tipoDeComprobante, complemento } = review.document;
  const pagos = complemento?.pagos ?? [];
  if (tipoDeComprobante !== 'P') {
    const path = ['tipoDeComprobante'];
    if (pagos.length > 0)
      report(review, 'CRP20101', path, 'the payments complement requires a document of type P');
    return;
  }
  if (pagos.length === 0) {
    report(
      review,
      'CRP20999',
      ['complemento', 'pagos'],
      'a document of type P requires the payments complement',
    );
  }
  reviewEnvelope(review);
  pagos.forEach((complement, index) => {
    reviewComplement(review, complement, ['complemento', 'pagos', index]);
  });
}

function reviewEnvelope(review: Review): void {
  const { document } = review;
  const expect = (isRight: boolean, code: string, path: Path, message: string): void => {
    if (!isRight) report(review, code, path, message);
  };
  expect(document.exportacion === '01', 'CRP20102', ['exportacion'], 'Exportacion must be 01');
  expect(document.subTotal.isZero(), 'CRP20103', ['subTotal'], 'SubTotal must be 0');
  expect(document.moneda === 'XXX', 'CRP20104', ['moneda'], 'Moneda must be XXX');
  for (const [field, code] of absent) {
    expect(document[field] === undefined, code, [field], `a payment does not allow ${field}`);
  }
  expect(document.total.isZero(), 'CRP20110', ['total'], 'Total must be 0');
  const { conceptos } = document;
  expect(
    conceptos.length === 1,
    'CRP20111',
    ['conceptos'],
    'a payment must have exactly one concept',
  );
  const [concepto] = conceptos;
  if (!concepto) return;
  const field = (name: keyof typeof concepto): Path => ['conceptos', 0, name];
  const is = (name: keyof typeof concepto, value: string | undefined, code: string): void => {
    const written = concepto[name] === undefined ? undefined : String(concepto[name]);
    const message = value === undefined ? `${name} must be absent` : `${name} must be ${value}`;
    expect(written === value, code, field(name), message);
  };
  const { informacionAduanera, cuentaPredial, complementoConcepto, parte } = concepto;
  const isBare = !informacionAduanera && !cuentaPredial && !complementoConcepto && !parte;
  const children = 'the concept may only have ACuentaTerceros';
  expect(isBare, 'CRP20112', ['conceptos', 0], children);
  is('claveProdServ', '84111506', 'CRP20113');
  is('noIdentificacion', undefined, 'CRP20114');
  expect(
    concepto.cantidad.equals(Decimal.one),
    'CRP20115',
    field('cantidad'),
    'cantidad must be 1',
  );
  is('claveUnidad', 'ACT', 'CRP20116');
  is('unidad', undefined, 'CRP20117');
  is('descripcion', 'Pago', 'CRP20118');
  const { valorUnitario, importe } = concepto;
  expect(valorUnitario.isZero(), 'CRP20119', field('valorUnitario'), 'valorUnitario must be 0');
  expect(importe.isZero(), 'CRP20120', field('importe'), 'importe must be 0');
  is('descuento', undefined, 'CRP20121');
  is('objetoImp', '01', 'CRP20122');
  const untaxed = concepto.impuestos === undefined;
  expect(untaxed, 'CRP20123', field('impuestos'), 'the concept must not have taxes');
}

function reviewComplement(review: Review, pagos: Pagos, path: Path): void {
  const expected = totalizePagos(pagos.pago);
  for (const [key, code] of TOTAL_CODES) {
    const actual = pagos.totales[key];
    const sum = expected[key];
    if (actual === sum || (actual && sum && actual.equals(sum))) continue;
    const message = `${key} is ${actual ?? 'absent'}, but the payments give ${sum ?? 'none'}`;
    report(review, code, [...path, 'totales', key], message);
  }
  pagos.pago.forEach((pago, index) => reviewPago(review, pago, [...path, 'pago', index]));
}

function reviewPago(review: Review, pago: Pago, path: Path): void {
  const { formaDePagoP, monedaP, tipoCambioP, monto } = pago;
  const at = (field: keyof Pago): Path => [...path, field];
  if (formaDePagoP === '99') {
    report(review, 'CRP20212', at('formaDePagoP'), 'FormaDePagoP must not be 99');
  } else checkCode(review, 'c_FormaPago', formaDePagoP, 'CFDI40104', at('formaDePagoP'));
  if (monedaP === 'XXX') report(review, 'CRP20213', at('monedaP'), 'MonedaP must not be XXX');
  else checkCode(review, 'c_Moneda', monedaP, 'CRP20999', at('monedaP'));
  if (tipoCambioP === undefined) {
    report(review, 'CRP20214', at('tipoCambioP'), 'TipoCambioP is required');
  } else if (monedaP === 'MXN' && !tipoCambioP.equals(Decimal.one)) {
    report(review, 'CRP20215', at('tipoCambioP'), 'TipoCambioP of MXN must be 1');
  }
  if (!monto.isPositive())
    report(review, 'CRP20218', at('monto'), 'Monto must be greater than zero');
  const decimals = currency(monedaP, review.date)?.decimals ?? 6;
  if (monto.trimmed().scale > decimals) {
    report(review, 'CRP20219', at('monto'), `${monedaP} allows ${decimals} decimals`);
  }
  reviewBanks(review, pago, at);
  reviewPaid(review, pago, path);
  pago.doctoRelacionado.forEach((docto, index) => {
    reviewDocto(review, docto, monedaP, [...path, 'doctoRelacionado', index]);
  });
  reviewPagoTaxes(review, pago, [...path, 'impuestosP']);
}
