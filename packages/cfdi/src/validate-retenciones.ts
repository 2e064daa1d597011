import { catalog } from '@timbre/fiscal';
import { checkStructure } from './check-structure';
import { sumRetenido } from './compute-retenciones';
import { addFinding, collectFindings } from './finding';
import type { Finding, Path } from './finding';
import { prefixOf } from './grammar';
import { isSatPrefix } from './namespaces';
import type { Retenciones } from './retenciones';
import { retencionesElement } from './retenciones';

const SEALING = new Set(['noCertificado', 'certificado', 'sello']);

/** c_CveRetenc of other withholdings, which require a description. */
const OTHER = '25';

/** Keys that have their complement only with a foreign receiver. */
const WITH_FOREIGNERS = new Set(['01', '02', '04', '05']);

/** The prefix of the complement that a key allows. Source: the complement column of c_CveRetenc. */
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

/** The complement that a key demands for a receiver, by its prefix; undefined for none. */
export const complementOfKey = (key: string, isForeign: boolean): string | undefined =>
  WITH_FOREIGNERS.has(key) && !isForeign ? undefined : COMPLEMENTS[key];

/**
 * Reports everything wrong with a withholding document except its seal. The SAT
 * publishes no matrix of codes for it: `RET` and the field name the rule.
 *
 * - 301 structure
 * - RET-CATALOG a code that is not in force in its catalogue
 * - RET-TOTAL the operation differs from its parts, or the withheld total from its lines
 * - RET-RECEIVER nationality and kind of receiver differ; RET-PERIOD the months are reversed
 * - RET-DESCRIPTION key 25 without a description; RET-COMPLEMENT the complement of another key
 *
 * Source: retencionpagov2.xsd and its fill-in guide, read 2026-11-21.
 */
export function validateRetenciones(document: Retenciones): readonly Finding[] {
  const except = document.sello === undefined ? SEALING : new Set<string>();
  const structure = checkStructure(retencionesElement, document, except);
  if (structure.length > 0) return structure;
  return collectFindings((findings) => {
    reviewCodes(findings, document);
    reviewTotals(findings, document);
    reviewReceiver(findings, document);
    reviewKey(findings, document);
  });
}

function reviewCodes(findings: Finding[], document: Retenciones): void {
  const date = document.fechaExp.slice(0, 10);
  const check = (name: string, value: string | undefined, path: Path): void => {
    if (value === undefined || catalog(name)?.isActive(value, date)) return;
    const message = `${value} is not a code of ${name} in force on ${date}`;
    addFinding(findings, { code: 'RET-CATALOG', path, message });
  };
  check('c_CveRetenc', document.cveRetenc, ['cveRetenc']);
  check('c_CodigoPostal', document.lugarExpRetenc, ['lugarExpRetenc']);
  check('c_RegimenFiscal', document.emisor.regimenFiscalE, ['emisor', 'regimenFiscalE']);
  check('c_Ejercicio', document.periodo.ejercicio, ['periodo', 'ejercicio']);
  check('c_Periodo', document.periodo.mesIni, ['periodo', 'mesIni']);
  check('c_Periodo', document.periodo.mesFin, ['periodo', 'mesFin']);
  (document.totales.impRetenidos ?? []).forEach(({ impuestoRet, tipoPagoRet }, index) => {
    const path = ['totales', 'impRetenidos', index];
    check('c_Impuesto', impuestoRet, [...path, 'impuestoRet']);
    check('c_TipoPagoRet', tipoPagoRet, [...path, 'tipoPagoRet']);
  });
}

function reviewTotals(findings: Finding[], { totales }: Retenciones): void {
  const { montoTotOperacion, montoTotGrav, montoTotExent, montoTotRet, impRetenidos } = totales;
  const operation = montoTotGrav.plus(montoTotExent);
  if (!montoTotOperacion.equals(operation)) {
    const message = `MontoTotOperacion is ${montoTotOperacion}, but its parts add up to ${operation}`;
    addFinding(findings, { code: 'RET-TOTAL', path: ['totales', 'montoTotOperacion'], message });
  }
  const withheld = sumRetenido(impRetenidos ?? []);
  if (!montoTotRet.equals(withheld)) {
    const message = `MontoTotRet is ${montoTotRet}, but its lines add up to ${withheld}`;
    addFinding(findings, { code: 'RET-TOTAL', path: ['totales', 'montoTotRet'], message });
  }
}

function reviewReceiver(findings: Finding[], { receptor, periodo }: Retenciones): void {
  const isNational = receptor.nacionalidadR === 'Nacional';
  const fits = isNational
    ? receptor.nacional !== undefined && receptor.extranjero === undefined
    : receptor.extranjero !== undefined && receptor.nacional === undefined;
  if (!fits) {
    const message = `the receiver's data do not fit NacionalidadR ${receptor.nacionalidadR}`;
    addFinding(findings, { code: 'RET-RECEIVER', path: ['receptor'], message });
  }
  if (periodo.mesIni > periodo.mesFin) {
    const message = 'the period ends before it starts';
    addFinding(findings, { code: 'RET-PERIOD', path: ['periodo', 'mesIni'], message });
  }
}

function reviewKey(findings: Finding[], document: Retenciones): void {
  if (document.cveRetenc === OTHER && document.descRetenc === undefined) {
    const message = `key ${OTHER} requires DescRetenc`;
    addFinding(findings, { code: 'RET-DESCRIPTION', path: ['descRetenc'], message });
  }
  const expected = COMPLEMENTS[document.cveRetenc];
  for (const { name } of document.complemento?.otros ?? []) {
    const prefix = prefixOf(name);
    // A missing complement is accepted; the complement of another key is not.
    if (prefix === expected || !isSatPrefix(prefix)) continue;
    const message = `key ${document.cveRetenc} does not allow the complement ${prefix}`;
    addFinding(findings, { code: 'RET-COMPLEMENT', path: ['complemento'], message });
  }
}
