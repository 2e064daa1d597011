import { Decimal } from '@timbre/fiscal';
import type { Path } from './finding';
import type { Nomina } from './nomina';
import { checkCode, report } from './review';
import type { Review } from './review';
import { reviewDeducciones, reviewIncapacidades, reviewOtrosPagos } from './validate-nomina-lines';
import { reviewPercepciones } from './validate-nomina-earnings';
import { reviewNominaParties } from './validate-nomina-parties';

/**
 * Checks the rules of the payroll complement.
 *
 * - NOM1 to NOM29: the values of the document that follow from the complement
 * - NOM31 and NOM36 to NOM40: its totals; NOM33 and NOM34: periodicity, by the kind of payroll; NOM35: dates
 * - NOM5, NOM6 and NOM42 to NOM68: employer and worker; NOM69 to NOM90 and NOM109: earnings
 * - NOM91 to NOM96: deductions; NOM97 to NOM108: other payments and disabilities
 * - NOM111: faults without a code of their own
 * Source: the SAT's matrix of payroll 1.2 rev. E for CFDI 4.0, from a published copy, read 2026-11-23.
 */
export function reviewNomina(review: Review): void {
  const { tipoDeComprobante, complemento } = review.document;
  const nominas = complemento?.nominas ?? [];
  const path = ['complemento', 'nominas'];
  if (tipoDeComprobante !== 'N') {
    const message = 'the payroll complement requires a document of type N';
    if (nominas.length > 0) report(review, 'NOM2', ['tipoDeComprobante'], message);
    return;
  }
  if (nominas.length === 0)
    report(review, 'NOM30', path, 'a document of type N requires the payroll complement');
  reviewEnvelope(review, nominas);
  nominas.forEach((nomina, index) => reviewComplement(review, nomina, [...path, index]));
}

function reviewEnvelope(review: Review, nominas: readonly Nomina[]): void {
  const { document } = review;
  const { receptor } = document;
  const expect = (isRight: boolean, code: string, path: Path, message: string): void => {
    if (!isRight) report(review, code, path, message);
  };
  expect(document.moneda === 'MXN', 'NOM1', ['moneda'], 'Moneda must be MXN');
  expect(document.exportacion === '01', 'NOM3', ['exportacion'], 'Exportacion must be 01');
  expect(document.metodoPago === 'PUE', 'NOM111', ['metodoPago'], 'MetodoPago must be PUE');
  const isAlone = document.informacionGlobal === undefined;
  expect(isAlone, 'NOM4', ['informacionGlobal'], 'payroll does not allow InformacionGlobal');
  const isOwn = document.emisor.facAtrAdquirente === undefined;
  expect(isOwn, 'NOM7', ['emisor', 'facAtrAdquirente'], 'payroll does not allow FacAtrAdquirente');
  const isPerson = receptor.rfc.length === 13;
  expect(isPerson, 'NOM8', ['receptor', 'rfc'], 'the RFC of a worker must have 13 characters');
  const regime = receptor.regimenFiscalReceptor === '605';
  expect(
    regime,
    'NOM11',
    ['receptor', 'regimenFiscalReceptor'],
    'the regime of a worker must be 605',
  );
  expect(receptor.usoCfdi === 'CN01', 'NOM12', ['receptor', 'usoCfdi'], 'UsoCFDI must be CN01');
  expect(
    document.conceptos.length === 1,
    'NOM13',
    ['conceptos'],
    'payroll must have exactly one concept',
  );
  reviewConcept(review, nominas, expect);
}

function reviewConcept(
  review: Review,
  nominas: readonly Nomina[],
  expect: (isRight: boolean, code: string, path: Path, message: string) => void,
): void {
  const [concepto] = review.document.conceptos;
  if (!concepto) return;
  const field = (name: keyof typeof concepto): Path => ['conceptos', 0, name];
  const is = (name: keyof typeof concepto, value: string | undefined, code: string): void => {
    const message = value === undefined ? `${name} must be absent` : `${name} must be ${value}`;
    expect(concepto[name] === value, code, field(name), message);
  };
  is('claveProdServ', '84111505', 'NOM14');
  is('noIdentificacion', undefined, 'NOM15');
  expect(concepto.cantidad.equals(Decimal.one), 'NOM16', field('cantidad'), 'cantidad must be 1');
  is('claveUnidad', 'ACT', 'NOM17');
  is('unidad', undefined, 'NOM18');
  is('descripcion', 'Pago de nómina', 'NOM19');
  is('objetoImp', '01', 'NOM23');
  for (const [child, code] of CHILDREN) is(child, undefined, code);
  const paid = sum(nominas.flatMap((n) => [n.totalPercepciones, n.totalOtrosPagos]));
  const deducted = sum(nominas.map((n) => n.totalDeducciones));
  const message = `the amount must be what the payroll pays, ${paid}`;
  expect(concepto.valorUnitario.equals(paid), 'NOM20', field('valorUnitario'), message);
  expect(concepto.importe.equals(paid), 'NOM21', field('importe'), message);
  const descuento = concepto.descuento ?? Decimal.zero;
  expect(descuento.equals(deducted), 'NOM22', field('descuento'), `descuento must be ${deducted}`);
}

/** The child elements that the concept must not have. */
const CHILDREN = [
  ['impuestos', 'NOM24'],
  ['aCuentaTerceros', 'NOM25'],
  ['informacionAduanera', 'NOM26'],
  ['cuentaPredial', 'NOM27'],
  ['complementoConcepto', 'NOM28'],
  ['parte', 'NOM29'],
] as const;

function sum(values: readonly (Decimal | undefined)[]): Decimal {
  return Decimal.sum(values.filter((value) => value !== undefined));
}

/** c_PeriodicidadPago: another periodicity. */
const NO_PERIOD = '99';

function reviewComplement(review: Review, nomina: Nomina, path: Path): void {
  const { tipoNomina, fechaInicialPago, fechaFinalPago, receptor } = nomina;
  const periodicity = [...path, 'receptor', 'periodicidadPago'];
  const hasNoPeriod = receptor.periodicidadPago === NO_PERIOD;
  if (tipoNomina === 'O' && hasNoPeriod) {
    report(review, 'NOM33', periodicity, 'ordinary payroll requires a periodicity other than 99');
  }
  if (tipoNomina === 'E' && !hasNoPeriod) {
    report(review, 'NOM34', periodicity, `extraordinary payroll requires periodicity ${NO_PERIOD}`);
  }
  if (fechaInicialPago > fechaFinalPago) {
    report(review, 'NOM35', [...path, 'fechaInicialPago'], 'the period ends before it starts');
  }
  if (!nomina.totalPercepciones && !nomina.totalOtrosPagos) {
    report(review, 'NOM31', path, 'payroll requires a total of earnings or of other payments');
  }
  checkCode(review, 'c_TipoNomina', tipoNomina, 'NOM32', [...path, 'tipoNomina']);
  reviewNominaParties(review, nomina, path);
  reviewPercepciones(review, nomina, path);
  reviewDeducciones(review, nomina, path);
  reviewOtrosPagos(review, nomina, path);
  reviewIncapacidades(review, nomina, path);
}
