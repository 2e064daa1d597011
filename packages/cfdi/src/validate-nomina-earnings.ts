import {
  Decimal,
  isRevisionE,
  pensionAtOnce,
  pensionEarnings,
  pensionInParts,
  separationEarnings,
} from '@timbre/fiscal';
import { percepcionSums } from './compute-nomina';
import type { Path } from './finding';
import type { Nomina, Percepcion, Percepciones } from './nomina';
import { checkCode, report } from './review';
import type { Review } from './review';

const OVERTIME = '019';
const STOCK = '045';
const DISABILITY_SUBSIDY = '014';
/**
 * The code of c_TipoPercepcion for other income of wages. Since revision E of the matrix, the exempt
 * part of this income must be zero.
 */
const OTHER_WAGES = '038';

/**
 * Checks the rules of the earnings.
 *
 * - NOM37: TotalPercepciones; NOM69 to NOM74: the sums; NOM77 to NOM79: the sums that a kind requires
 * - NOM75: amount; NOM76: type; NOM82 to NOM88: the parts that a type requires; NOM109: type 038
 * - NOM78 to NOM81, NOM89 and NOM90: separation and pensions
 */
export function reviewPercepciones(review: Review, nomina: Nomina, path: Path): void {
  const { percepciones, totalPercepciones: total } = nomina;
  const totalPath = [...path, 'totalPercepciones'];
  if (!percepciones) {
    if (total)
      report(review, 'NOM36', totalPath, 'TotalPercepciones must be absent without earnings');
    return;
  }
  const here = [...path, 'percepciones'];
  const expected = sumOfKinds(percepciones);
  if (!total?.equals(expected)) {
    const message = `TotalPercepciones must be the sum of its kinds, ${expected}`;
    report(review, 'NOM37', totalPath, message);
  }
  reviewSums(review, percepciones, here);
  percepciones.percepcion.forEach((percepcion, index) => {
    reviewPercepcion(review, nomina, percepcion, [...here, 'percepcion', index]);
  });
  reviewEndings(review, percepciones, here);
}

function sumOfKinds(percepciones: Percepciones): Decimal {
  const { totalSueldos, totalSeparacionIndemnizacion, totalJubilacionPensionRetiro } = percepciones;
  const kinds = [totalSueldos, totalSeparacionIndemnizacion, totalJubilacionPensionRetiro];
  return Decimal.sum(kinds.filter((kind) => kind !== undefined));
}

/** The codes for a wrong sum and for a missing sum. */
const SUM_CODES = [
  ['totalSueldos', 'NOM70', 'NOM77'],
  ['totalSeparacionIndemnizacion', 'NOM71', 'NOM78'],
  ['totalJubilacionPensionRetiro', 'NOM72', 'NOM79'],
  ['totalGravado', 'NOM73', 'NOM73'],
  ['totalExento', 'NOM74', 'NOM74'],
] as const;

function reviewSums(review: Review, percepciones: Percepciones, path: Path): void {
  const kinds = sumOfKinds(percepciones);
  const both = percepciones.totalGravado.plus(percepciones.totalExento);
  if (!kinds.equals(both)) {
    const message = `the sums by kind are ${kinds}, the taxable and exempt ones ${both}`;
    report(review, 'NOM69', path, message);
  }
  const expected = percepcionSums(percepciones.percepcion);
  for (const [field, wrong, missing] of SUM_CODES) {
    const actual = percepciones[field];
    const sum = expected[field];
    if (actual === sum || (actual && sum && actual.equals(sum))) continue;
    const message = `${field} is ${actual ?? 'absent'}, but the earnings give ${sum ?? 'none'}`;
    report(review, actual ? wrong : missing, [...path, field], message);
  }
}

function reviewPercepcion(
  review: Review,
  nomina: Nomina,
  percepcion: Percepcion,
  path: Path,
): void {
  const { tipoPercepcion: type, importeGravado, importeExento } = percepcion;
  checkCode(review, 'c_TipoPercepcion', type, 'NOM76', [...path, 'tipoPercepcion']);
  const paid = importeGravado.plus(importeExento);
  if (!paid.isPositive()) report(review, 'NOM75', path, 'an earning must be greater than zero');
  const overtime = percepcion.horasExtra ?? [];
  if (type === OVERTIME && overtime.length === 0) {
    report(review, 'NOM84', [...path, 'horasExtra'], 'overtime requires HorasExtra');
  }
  if (type !== OVERTIME && overtime.length > 0) {
    report(review, 'NOM85', [...path, 'horasExtra'], 'only overtime may have HorasExtra');
  }
  overtime.forEach(({ tipoHoras }, index) => {
    const here = [...path, 'horasExtra', index, 'tipoHoras'];
    checkCode(review, 'c_TipoHoras', tipoHoras, 'NOM88', here);
  });
  const hasStock = percepcion.accionesOTitulos !== undefined;
  if ((type === STOCK) !== hasStock) {
    const message = `type ${STOCK} and AccionesOTitulos require each other`;
    report(review, hasStock ? 'NOM83' : 'NOM82', [...path, 'accionesOTitulos'], message);
  }
  if (type === OTHER_WAGES && isRevisionE(review.date) && !importeExento.isZero()) {
    const message = `type ${OTHER_WAGES} has no exempt part; welfare without a type is 056`;
    report(review, 'NOM109', [...path, 'importeExento'], message);
  }
  if (type === DISABILITY_SUBSIDY) reviewDisability(review, nomina, paid, path);
}

function reviewDisability(review: Review, nomina: Nomina, paid: Decimal, path: Path): void {
  const absences = nomina.incapacidades ?? [];
  if (absences.length === 0) {
    report(review, 'NOM86', path, 'a disability subsidy requires Incapacidades');
    return;
  }
  const sum = Decimal.sum(absences.map((absence) => absence.importeMonetario ?? Decimal.zero));
  if (!sum.equals(paid))
    report(review, 'NOM87', path, `the subsidy must be the sum of the disabilities, ${sum}`);
}

function reviewEndings(review: Review, percepciones: Percepciones, path: Path): void {
  const { percepcion, separacionIndemnizacion, jubilacionPensionRetiro } = percepciones;
  const hasSeparation = percepcion.some((p) => separationEarnings.has(p.tipoPercepcion));
  const hasPension = percepcion.some((p) => pensionEarnings.has(p.tipoPercepcion));
  if (hasSeparation !== (separacionIndemnizacion !== undefined)) {
    const message = 'separation payments and SeparacionIndemnizacion require each other';
    report(review, 'NOM78', [...path, 'separacionIndemnizacion'], message);
  }
  const pension = [...path, 'jubilacionPensionRetiro'];
  if (hasPension !== (jubilacionPensionRetiro !== undefined)) {
    report(review, 'NOM79', pension, 'pensions and JubilacionPensionRetiro require each other');
  }
  if (!jubilacionPensionRetiro) return;
  const types = new Set(percepcion.map(({ tipoPercepcion }) => tipoPercepcion));
  const { totalUnaExhibicion: once, totalParcialidad: part, montoDiario } = jubilacionPensionRetiro;
  const message = 'a pension is paid either at once or in parts, which have a MontoDiario';
  const isOnce = once !== undefined && !part && !montoDiario;
  const isInParts = part !== undefined && montoDiario !== undefined && !once;
  if (types.has(pensionAtOnce) && !isOnce) report(review, 'NOM80', pension, message);
  if (types.has(pensionInParts) && !isInParts) report(review, 'NOM81', pension, message);
  if (once && !isOnce) report(review, 'NOM89', pension, message);
  if (part && !isInParts) report(review, 'NOM90', pension, message);
}
