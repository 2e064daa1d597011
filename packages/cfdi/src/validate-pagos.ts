import { Decimal, currency, paymentForm, taxRateAllowed } from '@timbre/fiscal';
import type { TaxFactor } from '@timbre/fiscal';
import { convertedRange, isTax } from './amount-limits';
import type { Path } from './finding';
import type {
  DoctoRelacionado,
  ImpuestosDr,
  Pago,
  Pagos,
  PagosTotales,
  RetencionDr,
  TrasladoDr,
} from './pagos';
import { summarizePago, totalizePagos } from './pagos-sums';
import { checkCode, isInForce, report } from './review';
import type { Review } from './review';

/** Codes of the totals, in the order of the SAT's matrix. */
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
 * The payments complement.
 *
 * - CRP20101 to 20123 the document around it, whose values are fixed
 * - CRP20201 to 20211 totals in pesos
 * - CRP20212 to 20235 payment: form, currency, amount, banks
 * - CRP20217, 20236 to 20247 and 20275 to 20279 paid documents
 * - CRP20248 to 20261 their taxes; 20262 to 20274 taxes of the payment
 *
 * Source: the SAT's matrix MatrizDeErrores_CRP_V20_RevB, through a published list of it, and the
 * fill-in guide, read 2026-11-21.
 */
export function reviewPagos(review: Review): void {
  const { tipoDeComprobante, complemento } = review.document;
  const pagos = complemento?.pagos ?? [];
  if (tipoDeComprobante !== 'P') {
    const path = ['tipoDeComprobante'];
    if (pagos.length > 0)
      report(review, 'CRP20101', path, 'payments belong in a document of type P');
    return;
  }
  if (pagos.length === 0) {
    report(review, 'CRP20999', ['complemento', 'pagos'], 'a payment document needs its payments');
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
  expect(document.exportacion === '01', 'CRP20102', ['exportacion'], 'Exportacion is 01');
  expect(document.subTotal.isZero(), 'CRP20103', ['subTotal'], 'SubTotal is 0');
  expect(document.moneda === 'XXX', 'CRP20104', ['moneda'], 'Moneda is XXX');
  const terms = document.condicionesDePago === undefined;
  expect(terms, 'CRP20107', ['condicionesDePago'], 'a payment has no CondicionesDePago');
  expect(document.total.isZero(), 'CRP20110', ['total'], 'Total is 0');
  const { conceptos } = document;
  expect(conceptos.length === 1, 'CRP20111', ['conceptos'], 'a payment has one concept');
  const [concepto] = conceptos;
  if (!concepto) return;
  const field = (name: keyof typeof concepto): Path => ['conceptos', 0, name];
  const is = (name: keyof typeof concepto, value: string | undefined, code: string): void => {
    const written = concepto[name] === undefined ? undefined : String(concepto[name]);
    const message = value === undefined ? `there is no ${name}` : `${name} is ${value}`;
    expect(written === value, code, field(name), message);
  };
  is('claveProdServ', '84111506', 'CRP20113');
  is('noIdentificacion', undefined, 'CRP20114');
  expect(concepto.cantidad.equals(Decimal.one), 'CRP20115', field('cantidad'), 'cantidad is 1');
  is('claveUnidad', 'ACT', 'CRP20116');
  is('unidad', undefined, 'CRP20117');
  is('descripcion', 'Pago', 'CRP20118');
  const { valorUnitario, importe } = concepto;
  expect(valorUnitario.isZero(), 'CRP20119', field('valorUnitario'), 'valorUnitario is 0');
  expect(importe.isZero(), 'CRP20120', field('importe'), 'importe is 0');
  is('descuento', undefined, 'CRP20121');
  is('objetoImp', '01', 'CRP20122');
  const untaxed = concepto.impuestos === undefined;
  expect(untaxed, 'CRP20123', field('impuestos'), 'the concept has no taxes');
}

function reviewComplement(review: Review, pagos: Pagos, path: Path): void {
  const expected = totalizePagos(pagos.pago);
  for (const [key, code] of TOTAL_CODES) {
    const actual = pagos.totales[key];
    const sum = expected[key];
    if (actual === sum || (actual && sum && actual.equals(sum))) continue;
    const message = `${key} is ${actual ?? 'absent'}, the payments give ${sum ?? 'none'}`;
    report(review, code, [...path, 'totales', key], message);
  }
  pagos.pago.forEach((pago, index) => reviewPago(review, pago, [...path, 'pago', index]));
}

function reviewPago(review: Review, pago: Pago, path: Path): void {
  const { formaDePagoP, monedaP, tipoCambioP, monto } = pago;
  const at = (field: keyof Pago): Path => [...path, field];
  if (formaDePagoP === '99') {
    report(review, 'CRP20212', at('formaDePagoP'), 'the form of a payment is known: not 99');
  } else checkCode(review, 'c_FormaPago', formaDePagoP, 'CFDI40104', at('formaDePagoP'));
  if (monedaP === 'XXX') report(review, 'CRP20213', at('monedaP'), 'MonedaP is a currency');
  else checkCode(review, 'c_Moneda', monedaP, 'CRP20999', at('monedaP'));
  if (tipoCambioP === undefined) {
    report(review, 'CRP20214', at('tipoCambioP'), 'TipoCambioP is required');
  } else if (monedaP === 'MXN' && !tipoCambioP.equals(Decimal.one)) {
    report(review, 'CRP20215', at('tipoCambioP'), 'TipoCambioP of MXN is 1');
  }
  if (!monto.isPositive()) report(review, 'CRP20218', at('monto'), 'Monto is more than zero');
  const decimals = currency(monedaP)?.decimals ?? 6;
  if (monto.trimmed().scale > decimals) {
    report(review, 'CRP20219', at('monto'), `${monedaP} has ${decimals} decimals`);
  }
  reviewBanks(review, pago, at);
  reviewPaid(review, pago, path);
  pago.doctoRelacionado.forEach((docto, index) => {
    reviewDocto(review, docto, monedaP, [...path, 'doctoRelacionado', index]);
  });
  reviewPagoTaxes(review, pago, [...path, 'impuestosP']);
}

function reviewBanks(review: Review, pago: Pago, at: (field: keyof Pago) => Path): void {
  const form = paymentForm(pago.formaDePagoP);
  if (!form) return;
  const forbid = (field: keyof Pago, isAllowed: boolean, code: string): void => {
    if (pago[field] === undefined || isAllowed) return;
    report(review, code, at(field), `payment form ${pago.formaDePagoP} has no ${field}`);
  };
  forbid('rfcEmisorCtaOrd', form.isPayerBankRfcAllowed, 'CRP20221');
  forbid('ctaOrdenante', form.isPayerAccountAllowed, 'CRP20224');
  forbid('rfcEmisorCtaBen', form.isPayeeBankRfcAllowed, 'CRP20227');
  forbid('ctaBeneficiario', form.isPayeeAccountAllowed, 'CRP20228');
  forbid('tipoCadPago', form.isPaymentChainAllowed, 'CRP20229');
  const match = (
    field: 'ctaOrdenante' | 'ctaBeneficiario',
    form_: RegExp | undefined,
    code: string,
  ) => {
    const account = pago[field];
    if (account === undefined || !form_ || form_.test(account)) return;
    report(review, code, at(field), `not an account of payment form ${pago.formaDePagoP}`);
  };
  if (form.isPayerAccountAllowed) match('ctaOrdenante', form.payerAccountPattern, 'CRP20225');
  if (form.isPayeeAccountAllowed) match('ctaBeneficiario', form.payeeAccountPattern, 'CRP20226');
  if (pago.rfcEmisorCtaOrd === 'XEXX010101000' && pago.nomBancoOrdExt === undefined) {
    report(review, 'CRP20223', at('nomBancoOrdExt'), 'a bank abroad needs its name');
  }
  reviewPaymentChain(review, pago, at);
}

/** A payment chain comes whole: type, certificate, chain and seal. */
function reviewPaymentChain(review: Review, pago: Pago, at: (field: keyof Pago) => Path): void {
  const hasChain = pago.tipoCadPago !== undefined;
  checkCode(review, 'c_TipoCadenaPago', pago.tipoCadPago, 'CRP20229', at('tipoCadPago'));
  const parts = [
    ['certPago', 'CRP20230', 'CRP20231'],
    ['cadPago', 'CRP20232', 'CRP20233'],
    ['selloPago', 'CRP20234', 'CRP20235'],
  ] as const;
  for (const [field, missing, unexpected] of parts) {
    const isThere = pago[field] !== undefined;
    if (hasChain && !isThere) report(review, missing, at(field), `TipoCadPago needs ${field}`);
    if (!hasChain && isThere) report(review, unexpected, at(field), `${field} needs TipoCadPago`);
  }
}

/** What the documents were paid against the amount of the payment. */
function reviewPaid(review: Review, { doctoRelacionado, monedaP, monto }: Pago, path: Path): void {
  const here = [...path, 'monto'];
  if (doctoRelacionado.every(({ monedaDr }) => monedaDr === monedaP)) {
    const paid = Decimal.sum(doctoRelacionado.map(({ impPagado }) => impPagado));
    if (paid.greaterThan(monto)) {
      report(review, 'CRP20217', here, `the documents were paid ${paid}, more than ${monto}`);
    }
    return;
  }
  const ranges = doctoRelacionado.map(({ impPagado, equivalenciaDr, monedaDr }) =>
    monedaDr === monedaP
      ? { low: impPagado, high: impPagado }
      : convertedRange(impPagado, equivalenciaDr ?? Decimal.one),
  );
  const low = Decimal.sum(ranges.map((range) => range.low)).round(monto.scale, 'down');
  if (low.greaterThan(monto)) {
    report(review, 'CRP20276', here, `the documents were paid at least ${low}`);
  }
}

function reviewDocto(review: Review, docto: DoctoRelacionado, monedaP: string, path: Path): void {
  const { monedaDr, equivalenciaDr, impSaldoAnt, impPagado, impSaldoInsoluto } = docto;
  const at = (field: keyof DoctoRelacionado): Path => [...path, field];
  if (monedaDr === 'XXX') report(review, 'CRP20236', at('monedaDr'), 'MonedaDR is a currency');
  else checkCode(review, 'c_Moneda', monedaDr, 'CRP20999', at('monedaDr'));
  if (equivalenciaDr === undefined) {
    report(review, 'CRP20237', at('equivalenciaDr'), 'EquivalenciaDR is required');
  } else if (monedaDr === monedaP && !equivalenciaDr.equals(Decimal.one)) {
    report(review, 'CRP20238', at('equivalenciaDr'), 'EquivalenciaDR is 1 in the same currency');
  }
  const decimals = currency(monedaDr)?.decimals ?? 6;
  const reviewDecimals = (
    field: 'impSaldoAnt' | 'impPagado' | 'impSaldoInsoluto',
    code: string,
  ) => {
    if (docto[field].trimmed().scale <= decimals) return;
    report(review, code, at(field), `${monedaDr} has ${decimals} decimals`);
  };
  if (!impSaldoAnt.isPositive()) {
    report(review, 'CRP20239', at('impSaldoAnt'), 'ImpSaldoAnt is more than zero');
  }
  if (!impPagado.isPositive()) {
    report(review, 'CRP20241', at('impPagado'), 'ImpPagado is more than zero');
  }
  reviewDecimals('impSaldoAnt', 'CRP20240');
  reviewDecimals('impPagado', 'CRP20242');
  reviewDecimals('impSaldoInsoluto', 'CRP20243');
  const left = impSaldoAnt.minus(impPagado);
  if (!impSaldoInsoluto.equals(left)) {
    const message = `ImpSaldoInsoluto is ${impSaldoInsoluto}, ${left} is left`;
    report(review, 'CRP20244', at('impSaldoInsoluto'), message);
  }
  reviewDoctoObject(review, docto, path);
  if (docto.impuestosDr) reviewDoctoTaxes(review, docto.impuestosDr, at('impuestosDr'));
}

function reviewDoctoObject(review: Review, docto: DoctoRelacionado, path: Path): void {
  const { objetoImpDr, impuestosDr } = docto;
  const here = [...path, 'objetoImpDr'];
  checkCode(review, 'c_ObjetoImp', objetoImpDr, 'CRP20245', here);
  if (objetoImpDr === '02' && !impuestosDr) {
    report(review, 'CRP20246', here, 'object of tax needs its taxes');
  }
  if (['01', '03', '04', '05'].includes(objetoImpDr) && impuestosDr) {
    report(review, 'CRP20247', here, `ObjetoImpDR ${objetoImpDr} has no taxes`);
  }
  const transfers = impuestosDr?.trasladosDr ?? [];
  const lines = [...transfers, ...(impuestosDr?.retencionesDr ?? [])];
  const has = (tax: string): boolean => lines.some(({ impuestoDr }) => impuestoDr === tax);
  if ((objetoImpDr === '06' || objetoImpDr === '08') && (has('002') || has('003'))) {
    report(review, 'CRP20278', here, `ObjetoImpDR ${objetoImpDr} has no IVA and no IEPS`);
  }
  const hasIeps = transfers.some(({ impuestoDr }) => impuestoDr === '003');
  if (objetoImpDr === '07' && (has('002') || !hasIeps)) {
    report(review, 'CRP20279', here, 'ObjetoImpDR 07 transfers IEPS and has no IVA');
  }
}

function reviewDoctoTaxes(review: Review, taxes: ImpuestosDr, path: Path): void {
  const { trasladosDr = [], retencionesDr = [] } = taxes;
  if (trasladosDr.length === 0 && retencionesDr.length === 0) {
    report(review, 'CRP20248', path, 'the tax node has no tax');
  }
  retencionesDr.forEach((line, index) => {
    const here = [...path, 'retencionesDr', index];
    if (!line.baseDr.isPositive()) {
      report(review, 'CRP20249', [...here, 'baseDr'], 'BaseDR is more than zero');
    }
    checkCode(review, 'c_Impuesto', line.impuestoDr, 'CRP20250', [...here, 'impuestoDr']);
    checkCode(review, 'c_TipoFactor', line.tipoFactorDr, 'CRP20251', [...here, 'tipoFactorDr']);
    if (line.tipoFactorDr === 'Exento') {
      report(review, 'CRP20252', [...here, 'tipoFactorDr'], 'a withholding is never exempt');
    } else reviewDoctoRate(review, line, false, here);
  });
  trasladosDr.forEach((line, index) => {
    reviewDoctoTransfer(review, line, [...path, 'trasladosDr', index]);
  });
}

function reviewDoctoTransfer(review: Review, line: TrasladoDr, path: Path): void {
  const { baseDr, impuestoDr, tipoFactorDr, tasaOCuotaDr, importeDr } = line;
  if (!baseDr.isPositive()) {
    report(review, 'CRP20255', [...path, 'baseDr'], 'BaseDR is more than zero');
  }
  checkCode(review, 'c_Impuesto', impuestoDr, 'CRP20256', [...path, 'impuestoDr']);
  checkCode(review, 'c_TipoFactor', tipoFactorDr, 'CRP20257', [...path, 'tipoFactorDr']);
  const factor = [...path, 'tipoFactorDr'];
  if (tipoFactorDr === 'Exento') {
    if (tasaOCuotaDr || importeDr) {
      report(review, 'CRP20258', factor, 'an exempt line has neither rate nor amount');
    }
  } else if (!tasaOCuotaDr || !importeDr) {
    report(review, 'CRP20259', factor, 'a rate and an amount are required');
  } else reviewDoctoRate(review, { ...line, tasaOCuotaDr, importeDr }, true, path);
}

function reviewDoctoRate(
  review: Review,
  { baseDr, impuestoDr, tipoFactorDr, tasaOCuotaDr, importeDr }: RetencionDr,
  isTransfer: boolean,
  path: Path,
): void {
  const isKnown =
    isInForce(review, 'c_Impuesto', impuestoDr) && isInForce(review, 'c_TipoFactor', tipoFactorDr);
  const factor = tipoFactorDr as TaxFactor;
  if (isKnown && !taxRateAllowed(impuestoDr, factor, tasaOCuotaDr, isTransfer, review.date)) {
    const message = `${tasaOCuotaDr} is not a rate of tax ${impuestoDr} in force`;
    report(review, isTransfer ? 'CRP20260' : 'CRP20253', [...path, 'tasaOCuotaDr'], message);
  }
  if (!isTax(importeDr, baseDr, tasaOCuotaDr)) {
    const message = `ImporteDR ${importeDr} is not ${tasaOCuotaDr} of ${baseDr}`;
    report(review, isTransfer ? 'CRP20261' : 'CRP20254', [...path, 'importeDr'], message);
  }
}

function reviewPagoTaxes(review: Review, pago: Pago, path: Path): void {
  const expected = summarizePago(pago.doctoRelacionado, QUOTIENT_DECIMALS) ?? {};
  const { retencionesP = [], trasladosP = [] } = pago.impuestosP ?? {};
  // Each document was rounded before it was converted, so a sum of several may be off by as many
  // units of the last decimal.
  const count = Decimal.from(pago.doctoRelacionado.length);
  const isSum = (actual: Decimal | undefined, sum: Decimal | undefined): boolean => {
    if (!actual || !sum) return actual === sum;
    const tolerance = count.dividedBy(Decimal.from(10 ** actual.scale), actual.scale);
    return actual.minus(sum).abs().lessOrEqual(tolerance);
  };
  const seen = new Set<string>();
  retencionesP.forEach((line, index) => {
    const here = [...path, 'retencionesP', index];
    checkCode(review, 'c_Impuesto', line.impuestoP, 'CRP20262', [...here, 'impuestoP']);
    if (seen.has(line.impuestoP)) report(review, 'CRP20263', here, 'one line for each tax');
    seen.add(line.impuestoP);
    const sum = expected.retencionesP?.find(({ impuestoP }) => impuestoP === line.impuestoP);
    if (!isSum(line.importeP, sum?.importeP)) {
      const message = `ImporteP ${line.importeP} is not the sum ${sum?.importeP ?? 0}`;
      report(review, 'CRP20265', [...here, 'importeP'], message);
    }
  });
  for (const { impuestoP } of expected.retencionesP ?? []) {
    if (!seen.has(impuestoP)) report(review, 'CRP20265', path, `tax ${impuestoP} is missing`);
  }
  reviewPagoTransfers(review, trasladosP, expected.trasladosP ?? [], path, isSum);
}

const QUOTIENT_DECIMALS = 16;
type Transfers = NonNullable<NonNullable<Pago['impuestosP']>['trasladosP']>;

function reviewPagoTransfers(
  review: Review,
  actual: Transfers,
  expected: Transfers,
  path: Path,
  isSum: (actual: Decimal | undefined, sum: Decimal | undefined) => boolean,
): void {
  const keyOf = ({ impuestoP, tipoFactorP, tasaOCuotaP }: Transfers[number]): string =>
    `${impuestoP} ${tipoFactorP} ${tasaOCuotaP?.round(6) ?? ''}`;
  const sums = new Map(expected.map((line) => [keyOf(line), line]));
  const seen = new Set<string>();
  actual.forEach((line, index) => {
    const here = [...path, 'trasladosP', index];
    const key = keyOf(line);
    checkCode(review, 'c_Impuesto', line.impuestoP, 'CRP20270', [...here, 'impuestoP']);
    if (seen.has(key)) report(review, 'CRP20271', here, 'one line for each tax, factor and rate');
    seen.add(key);
    const sum = sums.get(key);
    if (!isSum(line.baseP, sum?.baseP)) {
      const message = `BaseP ${line.baseP} is not the sum ${sum?.baseP.round(6) ?? 0}`;
      report(review, 'CRP20268', [...here, 'baseP'], message);
    }
    if (!isSum(line.importeP, sum?.importeP)) {
      const message = `ImporteP ${line.importeP ?? ''} is not the sum ${sum?.importeP?.round(6) ?? ''}`;
      report(review, 'CRP20274', [...here, 'importeP'], message);
    }
  });
  for (const [key, { impuestoP }] of sums) {
    if (!seen.has(key)) report(review, 'CRP20268', path, `tax ${impuestoP} is missing`);
  }
}
