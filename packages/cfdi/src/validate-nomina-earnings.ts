import { Decimal } from '@timbre/fiscal';
import { PENSION, SEPARATION, percepcionSums, totalPercepciones } from './compute-nomina';
import type { Path } from './finding';
import type { Nomina, Percepcion, Percepciones } from './nomina';
import { checkCode, report } from './review';
import type { Review } from './review';

const OVERTIME = '019';
const STOCK = '045';
const DISABILITY_SUBSIDY = '014';

/**
 * The earnings.
 *
 * - NOM37 TotalPercepciones; NOM69 to NOM74 the sums by kind
 * - NOM75 to NOM76 type and amount; NOM82 to NOM87 the parts that a type requires
 * - NOM77 to NOM81 and NOM88 to NOM90 separation and pensions
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
  const expected = totalPercepciones(percepciones.percepcion);
  if (!total?.equals(expected)) {
    report(
      review,
      'NOM37',
      totalPath,
      `TotalPercepciones must be the sum of the earnings, ${expected}`,
    );
  }
  reviewSums(review, percepciones, here);
  percepciones.percepcion.forEach((percepcion, index) => {
    reviewPercepcion(review, nomina, percepcion, [...here, 'percepcion', index]);
  });
  reviewEndings(review, percepciones, here);
}

const SUM_CODES = [
  ['totalSueldos', 'NOM70'],
  ['totalSeparacionIndemnizacion', 'NOM71'],
  ['totalJubilacionPensionRetiro', 'NOM72'],
  ['totalGravado', 'NOM73'],
  ['totalExento', 'NOM74'],
] as const;

function reviewSums(review: Review, percepciones: Percepciones, path: Path): void {
  const expected = percepcionSums(percepciones.percepcion);
  for (const [field, code] of SUM_CODES) {
    const actual = percepciones[field];
    const sum = expected[field];
    if (actual === sum || (actual && sum && actual.equals(sum))) continue;
    const message = `${field} is ${actual ?? 'absent'}, but the earnings give ${sum ?? 'none'}`;
    report(review, code, [...path, field], message);
  }
}

function reviewPercepcion(
  review: Review,
  nomina: Nomina,
  percepcion: Percepcion,
  path: Path,
): void {
  const { tipoPercepcion: type, importeGravado, importeExento } = percepcion;
  checkCode(review, 'c_TipoPercepcion', type, 'NOM75', [...path, 'tipoPercepcion']);
  const paid = importeGravado.plus(importeExento);
  if (!paid.isPositive()) report(review, 'NOM76', path, 'an earning must be greater than zero');
  const overtime = percepcion.horasExtra ?? [];
  if (type === OVERTIME && overtime.length === 0) {
    report(review, 'NOM82', [...path, 'horasExtra'], 'overtime requires HorasExtra');
  }
  if (type !== OVERTIME && overtime.length > 0) {
    report(review, 'NOM83', [...path, 'horasExtra'], 'only overtime may have HorasExtra');
  }
  overtime.forEach(({ tipoHoras }, index) => {
    const here = [...path, 'horasExtra', index, 'tipoHoras'];
    checkCode(review, 'c_TipoHoras', tipoHoras, 'NOM84', here);
  });
  if ((type === STOCK) !== (percepcion.accionesOTitulos !== undefined)) {
    const message = `type ${STOCK} and AccionesOTitulos require each other`;
    report(review, 'NOM85', [...path, 'accionesOTitulos'], message);
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
  const hasSeparation = percepcion.some((p) => SEPARATION.has(p.tipoPercepcion));
  const hasPension = percepcion.some((p) => PENSION.has(p.tipoPercepcion));
  if (hasSeparation !== (separacionIndemnizacion !== undefined)) {
    const message = 'separation payments and SeparacionIndemnizacion require each other';
    report(review, 'NOM77', [...path, 'separacionIndemnizacion'], message);
  }
  const pension = [...path, 'jubilacionPensionRetiro'];
  if (hasPension !== (jubilacionPensionRetiro !== undefined)) {
    report(review, 'NOM78', pension, 'pensions and JubilacionPensionRetiro require each other');
  }
  if (!jubilacionPensionRetiro) return;
  const { totalUnaExhibicion, totalParcialidad, montoDiario } = jubilacionPensionRetiro;
  if (totalUnaExhibicion && (totalParcialidad || montoDiario)) {
    report(review, 'NOM79', pension, 'a pension is paid either at once or in parts');
  }
  if ((totalParcialidad === undefined) !== (montoDiario === undefined)) {
    report(review, 'NOM80', pension, 'TotalParcialidad and MontoDiario require each other');
  }
}
