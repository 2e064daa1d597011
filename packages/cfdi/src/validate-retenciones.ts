import { certain, catalog, isRegimeAllowed, Rfc } from '@timbre/fiscal';
import type { CalendarDate } from '@timbre/fiscal';
import { checkStructure } from './check-structure';
import { sumRetenido } from './compute-retenciones';
import { addFinding, collectFindings, STRUCTURE } from './finding';
import type { Finding, Path } from './finding';
import { prefixOf } from './grammar';
import { isSatPrefix } from './namespaces';
import type { Retenciones } from './retenciones';
import { retencionesElement } from './retenciones';

const SEALING = new Set(['noCertificado', 'certificado', 'sello']);

/** The code of c_CveRetenc for other withholdings. This code requires a description. */
const OTHER = '25';
/** The codes of c_CveRetenc for the RIF and for trusts. Only trustees use the complement for trusts. */
const RIF = '28';
const TRUSTEES = '27';
const PUBLIC_IN_GENERAL = 'PUBLICO EN GENERAL';
const YEARS_BACK_MAX = 5;

/** Codes whose complement is required only for a foreign receiver. */
const WITH_FOREIGNERS = new Set(['01', '02', '04', '05']);

/** The prefix of the complement for each code. Source: the complement column of c_CveRetenc. */
const COMPLEMENTS: Readonly<Record<string, string>> = {
  '01': 'pagosaextranjeros',
  '02': 'pagosaextranjeros',
  '04': 'pagosaextranjeros',
  '05': 'pagosaextranjeros',
  '06': 'enajenaciondeacciones',
  '14': 'dividendos',
  '15': 'dividendos',
  '16': 'intereses',
  '17': 'arrendamientoenfideicomiso',
  '18': 'pagosaextranjeros',
  '19': 'enajenaciondeacciones',
  '20': 'premios',
  '21': 'fideicomisonoempresarial',
  '22': 'planesderetiro11',
  '23': 'intereseshipotecarios',
  '24': 'operacionesconderivados',
  '26': 'plataformasTecnologicas',
  '27': 'sectorfinanciero',
};

/**
 * Returns the prefix of the complement that a code requires for a receiver; undefined if no complement is
 * required.
 */
export const complementOfKey = (key: string, isForeign: boolean): string | undefined =>
  WITH_FOREIGNERS.has(key) && !isForeign ? undefined : COMPLEMENTS[key];

/**
 * Reports all faults in a withholding document except faults of its seal.
 *
 * - 301: structure, or a kind of receiver that contradicts NacionalidadR
 * - Reten20104, 20105, 20109, 20111, 20125, 20134: a code that is not in force in its catalogue
 * - Reten20106: key 25 without a description; 20107: the key's complement is missing, or another is present
 * - Reten20112: regime of the issuer, by the kind of person
 * - Reten20116, 20120: the general public as receiver; 20117: the CURP of a company
 * - Reten20122: the months are reversed; 20126: neither this year nor one of the five years before
 * - Reten20127: the operation differs from its parts; 20130, 20131: the withheld total differs from its lines
 * - Reten20108, 20132, 20133: the totals of key 28; 20135: a kind of payment that belongs to another tax
 * Source: the SAT's matrix of Retenciones 2.0 (facts: complements.md), the refusals that a PAC's own tests
 * expect, retencionpagov2.xsd and its fill-in guide, read 2026-11-23.
 */
export function validateRetenciones(document: Retenciones): readonly Finding[] {
  const except = document.sello === undefined ? SEALING : new Set<string>();
  const structure = checkStructure(retencionesElement, document, except);
  const { nacional, extranjero } = document.receptor;
  if ((nacional === undefined) === (extranjero === undefined)) {
    const message = 'the receiver is either Nacional or Extranjero';
    structure.push({ code: STRUCTURE, path: ['receptor'], message });
  }
  if (structure.length > 0) return structure;
  return collectFindings((findings) => {
    const expect: Expect = (isRight, number, path, message) => {
      const code = number === STRUCTURE ? number : `Reten${number}`;
      if (!isRight) addFinding(findings, { code, path, message });
    };
    reviewCodes(expect, document);
    reviewKey(expect, document);
    reviewParties(expect, document);
    reviewPeriod(expect, document);
    reviewTotals(expect, document);
    reviewLines(expect, document);
  });
}

type Expect = (
  isRight: boolean,
  code: number | typeof STRUCTURE,
  path: Path,
  message: string,
) => void;

/** Returns the day of issue, on which catalogue codes must be in force. */
const dayOf = ({ fechaExp }: Retenciones): CalendarDate => fechaExp.slice(0, 10);

function isActive(document: Retenciones, name: string, value: string | undefined): boolean {
  return value === undefined || certain(catalog(name), 'catalog').isActive(value, dayOf(document));
}

function reviewCodes(expect: Expect, document: Retenciones): void {
  const { lugarExpRetenc, cveRetenc, cfdiRetenRelacionados, emisor, periodo } = document;
  const check = (name: string, value: string | undefined, code: number, path: Path): void =>
    expect(isActive(document, name, value), code, path, `${value} is not in force in ${name}`);
  const relation = ['cfdiRetenRelacionados', 'tipoRelacion'];
  check('c_CodigoPostal', lugarExpRetenc, 20104, ['lugarExpRetenc']);
  check('c_CveRetenc', cveRetenc, 20105, ['cveRetenc']);
  check('c_TipoRelacion', cfdiRetenRelacionados?.tipoRelacion, 20109, relation);
  check('c_RegimenFiscal', emisor.regimenFiscalE, 20111, ['emisor', 'regimenFiscalE']);
  check('c_Ejercicio', periodo.ejercicio, 20125, ['periodo', 'ejercicio']);
}

function reviewKey(expect: Expect, document: Retenciones): void {
  const { cveRetenc: key, descRetenc, complemento, receptor } = document;
  const isDescribed = key !== OTHER || descRetenc !== undefined;
  expect(isDescribed, 20106, ['descRetenc'], `key ${OTHER} requires DescRetenc`);
  const demanded = complementOfKey(key, receptor.nacionalidadR === 'Extranjero');
  const prefixes = (complemento?.otros ?? []).map(({ name }) => prefixOf(name)).filter(isSatPrefix);
  const isOptional = key === TRUSTEES;
  const fits =
    demanded === undefined || (isOptional && prefixes.length === 0)
      ? prefixes.length === 0
      : prefixes.length === 1 && prefixes[0] === demanded;
  const message = `key ${key} requires ${demanded ?? 'no complement'}`;
  expect(fits, 20107, ['complemento'], message);
}

function reviewParties(expect: Expect, document: Retenciones): void {
  const { emisor, receptor, lugarExpRetenc } = document;
  const { nacional } = receptor;
  const regime = ['emisor', 'regimenFiscalE'];
  const fits =
    !isActive(document, 'c_RegimenFiscal', emisor.regimenFiscalE) ||
    isRegimeAllowed(
      emisor.regimenFiscalE,
      emisor.rfcE.length === 12 ? 'moral' : 'fisica',
      dayOf(document),
    );
  expect(fits, 20112, regime, 'the regime does not fit this kind of person');
  const isNational = receptor.nacionalidadR === 'Nacional';
  const message = `the receiver's data do not fit NacionalidadR ${receptor.nacionalidadR}`;
  expect(isNational === (nacional !== undefined), STRUCTURE, ['receptor'], message);
  if (!nacional) return;
  const here = ['receptor', 'nacional'];
  const isPerson = nacional.rfcR.length === 13 || nacional.curpR === undefined;
  expect(isPerson, 20117, [...here, 'curpR'], 'a company has no CURP');
  const isPublic = nacional.rfcR === Rfc.genericNational.toString();
  const isName = isPublic === (nacional.nomDenRazSocR === PUBLIC_IN_GENERAL);
  const pair = `the name ${PUBLIC_IN_GENERAL} and the RFC ${Rfc.genericNational} require each other`;
  expect(isName, 20116, [...here, 'nomDenRazSocR'], pair);
  if (!isPublic) return;
  const place = nacional.domicilioFiscalR === lugarExpRetenc;
  const address = [...here, 'domicilioFiscalR'];
  expect(place, 20120, address, 'the postal code of a generic RFC must be the place of issue');
}

function reviewPeriod(expect: Expect, { periodo, fechaExp }: Retenciones): void {
  const isForward = periodo.mesIni <= periodo.mesFin;
  expect(isForward, 20122, ['periodo', 'mesIni'], 'the period ends before it starts');
  const age = Number(fechaExp.slice(0, 4)) - Number(periodo.ejercicio);
  const message = 'Ejercicio must be this year or one of the five before';
  expect(age >= 0 && age <= YEARS_BACK_MAX, 20126, ['periodo', 'ejercicio'], message);
}

function reviewTotals(expect: Expect, { cveRetenc, totales }: Retenciones): void {
  const { montoTotOperacion, montoTotGrav, montoTotExent, montoTotRet, impRetenidos } = totales;
  const field = (name: keyof typeof totales): Path => ['totales', name];
  if (cveRetenc === RIF) {
    const isNone = montoTotGrav.isZero() && montoTotExent.isZero();
    expect(isNone, 20108, field('montoTotGrav'), `key ${RIF} has no taxable or exempt amount`);
    const { utilidadBimestral: profit, isrCorrespondiente: isr } = totales;
    const message = `key ${RIF} requires an amount above zero`;
    expect(profit?.isPositive() === true, 20132, field('utilidadBimestral'), message);
    expect(isr?.isPositive() === true, 20133, field('isrCorrespondiente'), message);
  }
  const parts = montoTotGrav.plus(montoTotExent);
  const operation = `MontoTotOperacion is ${montoTotOperacion}, but its parts add up to ${parts}`;
  expect(montoTotOperacion.equals(parts), 20127, field('montoTotOperacion'), operation);
  const withheld = sumRetenido(impRetenidos ?? []);
  const message = `MontoTotRet is ${montoTotRet}, but its lines add up to ${withheld}`;
  const code = impRetenidos?.length ? 20131 : 20130;
  expect(montoTotRet.equals(withheld), code, field('montoTotRet'), message);
}

function reviewLines(expect: Expect, document: Retenciones): void {
  (document.totales.impRetenidos ?? []).forEach(({ impuestoRet, tipoPagoRet }, index) => {
    const path = ['totales', 'impRetenidos', index];
    const isTax = isActive(document, 'c_Impuesto', impuestoRet);
    expect(isTax, 20134, [...path, 'impuestoRet'], `${impuestoRet} is not in force in c_Impuesto`);
    const tax = catalog('c_TipoPagoRet')?.get(tipoPagoRet, dayOf(document))?.attributes.tax;
    const fits =
      isActive(document, 'c_TipoPagoRet', tipoPagoRet) &&
      (impuestoRet === undefined || impuestoRet === tax);
    const message = `${tipoPagoRet} is not a kind of payment of tax ${impuestoRet ?? ''}`;
    expect(fits, 20135, [...path, 'tipoPagoRet'], message);
  });
}
