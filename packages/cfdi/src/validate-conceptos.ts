import { customsNumberFault, productKey, requiredComplement } from '@timbre/fiscal';
import type { Decimal } from '@timbre/fiscal';
import { isProduct } from './amount-limits';
import type { Concepto, Parte } from './comprobante';
import type { Path } from './finding';
import { checkCode, hasComplement, hasValue, isInForce, report } from './review';
import type { Review } from './review';
import { reviewConceptTaxes } from './validate-concept-taxes';

/** The RFC for foreigners who sell through a platform, with tax regime 616 (RMF 2.7.1). */
const FOREIGN_PLATFORM = 'EXT990101NI1';

/**
 * Checks the rules of the concepts, and of the two sums that depend on the concepts.
 *
 * - CFDI40107 to 40112: SubTotal and Descuento: decimals, sums, zero for transfers and payments
 * - CFDI40162 to 40165: product and unit keys, and the taxes that a product key requires
 * - CFDI40166 to 40169: price, amount and discount of a concept; 40170: ObjetoImp
 * - CFDI40188 to 40191, 40193 and 140223: sales on behalf of a third party
 * - CFDI40194 to 40200: customs numbers and parts
 */
export function reviewConceptos(review: Review): void {
  reviewConceptSums(review);
  review.document.conceptos.forEach((concepto, index) => {
    const path = ['conceptos', index];
    reviewKeys(review, concepto, path);
    reviewAmounts(review, concepto, path);
    reviewConceptTaxes(review, concepto, path);
    if (concepto.aCuentaTerceros) reviewThirdParty(review, concepto, path);
    reviewCustoms(review, concepto, path, ['CFDI40194', 'CFDI40195']);
    (concepto.parte ?? []).forEach((parte, part) => {
      reviewParte(review, parte, [...path, 'parte', part]);
    });
  });
}

/** Checks the rules of the document's SubTotal and Descuento (CFDI40107 to 40112). */
export function reviewConceptSums(review: Review): void {
  const { document, currencyDecimals: decimals } = review;
  const { subTotal, descuento } = document;
  if (subTotal.trimmed().scale > decimals) {
    report(review, 'CFDI40107', ['subTotal'], `SubTotal has more than ${decimals} decimals`);
  }
  if (!hasValue(document)) {
    if (!subTotal.isZero()) report(review, 'CFDI40109', ['subTotal'], 'SubTotal must be zero');
    if (descuento)
      report(review, 'CFDI40111', ['descuento'], 'this document type does not allow Descuento');
    return;
  }
  const { sums } = review;
  if (!subTotal.equals(sums.subTotal)) {
    const message = `SubTotal is ${subTotal}, but the concepts add up to ${sums.subTotal}`;
    report(review, 'CFDI40108', ['subTotal'], message);
  }
  if (!isSame(descuento, sums.descuento)) {
    const message = `Descuento is ${descuento}, but the concepts add up to ${sums.descuento}`;
    report(review, 'CFDI40111', ['descuento'], message);
  }
  if (!descuento) return;
  if (descuento.greaterThan(subTotal)) {
    report(review, 'CFDI40110', ['descuento'], 'Descuento is greater than SubTotal');
  }
  if (descuento.trimmed().scale > decimals) {
    report(review, 'CFDI40112', ['descuento'], `Descuento has more than ${decimals} decimals`);
  }
}

function isSame(left: Decimal | undefined, right: Decimal | undefined): boolean {
  return left && right ? left.equals(right) : left === right;
}

function reviewKeys(review: Review, concepto: Concepto, path: Path): void {
  const { claveProdServ, claveUnidad, objetoImp } = concepto;
  const product = () => [...path, 'claveProdServ'];
  checkCode(review, 'c_ClaveUnidad', claveUnidad, 'CFDI40165', () => [...path, 'claveUnidad']);
  checkCode(review, 'c_ObjetoImp', objetoImp, 'CFDI40170', () => [...path, 'objetoImp']);
  if (!isInForce(review, 'c_ClaveProdServ', claveProdServ)) {
    checkCode(review, 'c_ClaveProdServ', claveProdServ, 'CFDI40162', product);
    return;
  }
  const key = productKey(claveProdServ, review.date);
  const required = (tax: string, inclusion: string | undefined): void => {
    if (inclusion !== 'required') return;
    if (concepto.impuestos?.traslados?.some(({ impuesto }) => impuesto === tax)) return;
    report(review, 'CFDI40164', product(), `${claveProdServ} requires a transfer of tax ${tax}`);
  };
  reviewComplement(review, concepto, product);
  required('002', key?.iva);
  required('003', key?.ieps);
}

/** The prefix of the complement for fuels, the only complement that product keys require. */
const OF_FUELS = 'hidrocarburospetroliferos:';

function reviewComplement(
  review: Review,
  { claveProdServ, complementoConcepto }: Concepto,
  where: () => Path,
): void {
  const complement = requiredComplement(claveProdServ, review.date);
  if (!complement || review.document.tipoDeComprobante !== 'I') return;
  if (complementoConcepto?.some(({ name }) => name.startsWith(OF_FUELS))) return;
  report(review, 'CFDI40163', where(), `${claveProdServ} requires the complement ${complement}`);
}

function reviewAmounts(review: Review, concepto: Concepto, path: Path): void {
  const { cantidad, valorUnitario, importe, descuento } = concepto;
  if (hasValue(review.document) && !valorUnitario.isPositive()) {
    report(
      review,
      'CFDI40166',
      [...path, 'valorUnitario'],
      'ValorUnitario must be greater than zero',
    );
  }
  if (!isProduct(importe, cantidad, valorUnitario)) {
    const message = `Importe ${importe} is not ${cantidad} times ${valorUnitario}`;
    report(review, 'CFDI40167', [...path, 'importe'], message);
  }
  if (!descuento) return;
  if (descuento.scale > importe.scale) {
    report(review, 'CFDI40168', [...path, 'descuento'], 'Descuento has more decimals than Importe');
  }
  if (descuento.greaterThan(importe)) {
    report(review, 'CFDI40169', [...path, 'descuento'], 'Descuento is greater than Importe');
  }
}

function reviewThirdParty(review: Review, { aCuentaTerceros }: Concepto, path: Path): void {
  if (!aCuentaTerceros) return;
  const { emisor, receptor, lugarExpedicion } = review.document;
  const {
    rfcACuentaTerceros: rfc,
    regimenFiscalACuentaTerceros: regime,
    domicilioFiscalACuentaTerceros: postalCode,
  } = aCuentaTerceros;
  const here = [...path, 'aCuentaTerceros'];
  if (rfc === emisor.rfc || rfc === receptor.rfc) {
    const message = 'the third party must not be the issuer or the receiver';
    report(review, 'CFDI40188', [...here, 'rfcACuentaTerceros'], message);
  }
  const regimePath = [...here, 'regimenFiscalACuentaTerceros'];
  checkCode(review, 'c_RegimenFiscal', regime, 'CFDI40191', regimePath);
  if (rfc !== FOREIGN_PLATFORM) return;
  if (regime !== '616') {
    report(review, 'CFDI140223', regimePath, `the regime of ${rfc} must be 616`);
  }
  if (postalCode !== lugarExpedicion) {
    const message = `the postal code of ${rfc} must be the place of issue`;
    report(review, 'CFDI40193', [...here, 'domicilioFiscalACuentaTerceros'], message);
  }
}

function reviewCustoms(
  review: Review,
  { informacionAduanera }: Concepto | Parte,
  path: Path,
  [invalid, withTrade]: readonly [string, string],
): void {
  (informacionAduanera ?? []).forEach(({ numeroPedimento }, index) => {
    const here = [...path, 'informacionAduanera', index, 'numeroPedimento'];
    const isStamped = review.document.complemento?.timbre !== undefined;
    const fault = customsNumberFault(numeroPedimento, review.date, isStamped);
    if (fault) report(review, invalid, here, `NumeroPedimento: ${fault.en}`);
    if (hasComplement(review.document, 'cce20')) {
      report(
        review,
        withTrade,
        here,
        'the foreign trade complement does not allow customs numbers',
      );
    }
  });
}

function reviewParte(review: Review, parte: Parte, path: Path): void {
  const { claveProdServ, cantidad, valorUnitario, importe } = parte;
  const product = [...path, 'claveProdServ'];
  checkCode(review, 'c_ClaveProdServ', claveProdServ, 'CFDI40196', product);
  if (valorUnitario && !valorUnitario.isPositive()) {
    report(
      review,
      'CFDI40197',
      [...path, 'valorUnitario'],
      'ValorUnitario must be greater than zero',
    );
  }
  if (valorUnitario && importe && !isProduct(importe, cantidad, valorUnitario)) {
    const message = `Importe ${importe} is not ${cantidad} times ${valorUnitario}`;
    report(review, 'CFDI40198', [...path, 'importe'], message);
  }
  reviewCustoms(review, parte, path, ['CFDI40199', 'CFDI40200']);
}
