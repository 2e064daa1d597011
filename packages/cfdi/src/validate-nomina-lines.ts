import {
  certain,
  daysOfLongestMonth,
  Decimal,
  subsidyCeiling,
  subsidyType,
  subsidyTypes,
  wagesRegime,
} from '@timbre/fiscal';
import { deduccionSums, totalOtrosPagos } from './compute-nomina';
import type { Path } from './finding';
import type { Nomina, OtroPago } from './nomina';
import { checkCode, report } from './review';
import type { Review } from './review';

const DISABILITY_DEDUCTION = '006';
const BALANCE_IN_FAVOR = '004';

/**
 * Checks the rules of the deductions.
 *
 * - NOM38 and NOM39: TotalDeducciones and the sum of other deductions; NOM91 and NOM92: the sum of taxes
 * - NOM93: type; NOM94 and NOM95: a deduction for disability; NOM96: amount
 */
export function reviewDeducciones(review: Review, nomina: Nomina, path: Path): void {
  const { deducciones, totalDeducciones: total } = nomina;
  const totalPath = [...path, 'totalDeducciones'];
  if (!deducciones) {
    if (total)
      report(review, 'NOM38', totalPath, 'TotalDeducciones must be absent without deductions');
    return;
  }
  const here = [...path, 'deducciones'];
  const { deduccion } = deducciones;
  const { totalOtrasDeducciones: others, totalImpuestosRetenidos: taxes } = deducciones;
  const sum = (others ?? Decimal.zero).plus(taxes ?? Decimal.zero);
  if (!total?.equals(sum)) {
    const message = `TotalDeducciones must be the sum of its two parts, ${sum}`;
    report(review, 'NOM39', totalPath, message);
  }
  const expected = deduccionSums(deduccion);
  for (const [field, code] of [
    ['totalOtrasDeducciones', 'NOM39'],
    ['totalImpuestosRetenidos', expected.totalImpuestosRetenidos ? 'NOM91' : 'NOM92'],
  ] as const) {
    const actual = deducciones[field];
    const part = expected[field];
    if (actual === part || (actual && part && actual.equals(part))) continue;
    const message = `${field} is ${actual ?? 'absent'}, but the deductions give ${part ?? 'none'}`;
    report(review, code, [...here, field], message);
  }
  deduccion.forEach(({ tipoDeduccion, importe }, index) => {
    const line = [...here, 'deduccion', index];
    checkCode(review, 'c_TipoDeduccion', tipoDeduccion, 'NOM93', [...line, 'tipoDeduccion']);
    if (!importe.isPositive())
      report(review, 'NOM96', line, 'a deduction must be greater than zero');
    if (tipoDeduccion === DISABILITY_DEDUCTION && !nomina.incapacidades?.length) {
      report(review, 'NOM94', line, 'a deduction for disability requires Incapacidades');
    }
  });
  reviewDisabilityDeduction(review, nomina, [...here, 'deduccion']);
}

function reviewDisabilityDeduction(review: Review, nomina: Nomina, path: Path): void {
  const lines = nomina.deducciones?.deduccion ?? [];
  const deducted = lines.filter(({ tipoDeduccion }) => tipoDeduccion === DISABILITY_DEDUCTION);
  if (deducted.length === 0 || !nomina.incapacidades?.length) return;
  const sum = Decimal.sum(deducted.map(({ importe }) => importe));
  const absences = Decimal.sum(nomina.incapacidades.flatMap((a) => a.importeMonetario ?? []));
  if (!sum.equals(absences)) {
    report(review, 'NOM95', path, `the deduction must be the sum of the disabilities, ${absences}`);
  }
}

/**
 * Checks the rules of the other payments.
 *
 * - NOM40: TotalOtrosPagos; NOM97: type; NOM100: amount; NOM98, NOM102 and NOM103: a balance in favor
 * - NOM105: the subsidy that wages require, or its corrections; NOM106: types for wages only; NOM99 and
 *   NOM107: amounts of the subsidy
 * - NOM101 and NOM108: the ceiling of the caused subsidy, by the days paid
 */
export function reviewOtrosPagos(review: Review, nomina: Nomina, path: Path): void {
  const lines = nomina.otrosPagos ?? [];
  const total = nomina.totalOtrosPagos;
  const expected = lines.length > 0 ? totalOtrosPagos(lines) : undefined;
  const isSame = total === expected || (total && expected && total.equals(expected));
  if (!isSame) {
    const message = `TotalOtrosPagos must be the sum of the other payments, ${expected ?? 'none'}`;
    report(review, 'NOM40', [...path, 'totalOtrosPagos'], message);
  }
  const here = [...path, 'otrosPagos'];
  if (nomina.receptor.tipoRegimen === wagesRegime) reviewSubsidy(review, lines, here);
  lines.forEach((line, index) => {
    reviewOtroPago(review, nomina, line, [...here, index]);
    if (line.compensacionSaldosAFavor) reviewBalance(review, nomina, line, [...here, index]);
  });
}

/**
 * Checks that a receipt of wages has either the employment subsidy, or the corrections that replace the
 * subsidy at the end of a month.
 */
function reviewSubsidy(review: Review, lines: readonly OtroPago[], path: Path): void {
  const types = lines
    .map(({ tipoOtroPago }) => tipoOtroPago)
    .filter((type) => subsidyTypes.has(type));
  if (types.length === 0) {
    report(review, 'NOM105', path, 'wages require the employment subsidy, even when it is zero');
  } else if (types.includes(subsidyType) && types.some((type) => type !== subsidyType)) {
    report(review, 'NOM105', path, 'the subsidy, 002, stands without its corrections 007 and 008');
  }
}

function reviewOtroPago(review: Review, nomina: Nomina, line: OtroPago, path: Path): void {
  const isWages = nomina.receptor.tipoRegimen === wagesRegime;
  const { tipoOtroPago: type, importe, subsidioAlEmpleo } = line;
  const typePath = [...path, 'tipoOtroPago'];
  checkCode(review, 'c_TipoOtroPago', type, 'NOM97', typePath);
  if (!isWages && subsidyTypes.has(type)) {
    report(review, 'NOM106', typePath, `only wages may have the other payment ${type}`);
  }
  if (type === subsidyType) {
    const caused = subsidioAlEmpleo?.subsidioCausado;
    if (!caused) {
      report(
        review,
        'NOM99',
        [...path, 'subsidioAlEmpleo'],
        'the subsidy requires SubsidioCausado',
      );
    } else if (importe.greaterThan(caused)) {
      report(
        review,
        'NOM107',
        [...path, 'importe'],
        `Importe is greater than SubsidioCausado, ${caused}`,
      );
    }
    if (caused) reviewCeiling(review, nomina, caused, path);
  } else if (!importe.isPositive()) {
    report(review, 'NOM100', [...path, 'importe'], 'an other payment must be greater than zero');
  }
  if (type === BALANCE_IN_FAVOR && !line.compensacionSaldosAFavor) {
    const balance = [...path, 'compensacionSaldosAFavor'];
    report(review, 'NOM98', balance, 'a balance in favor requires CompensacionSaldosAFavor');
  }
}

function reviewCeiling(review: Review, nomina: Nomina, caused: Decimal, path: Path): void {
  const { numDiasPagados, fechaPago } = nomina;
  const ceiling = subsidyCeiling(numDiasPagados, fechaPago);
  if (!ceiling || caused.lessOrEqual(ceiling)) return;
  const code = numDiasPagados.lessOrEqual(daysOfLongestMonth) ? 'NOM101' : 'NOM108';
  const message = `SubsidioCausado is at most ${ceiling} for ${numDiasPagados} paid days`;
  report(review, code, [...path, 'subsidioAlEmpleo'], message);
}

function reviewBalance(review: Review, nomina: Nomina, line: OtroPago, path: Path): void {
  const { saldoAFavor, remanenteSalFav, año } = certain(
    line.compensacionSaldosAFavor,
    'compensacionSaldosAFavor',
  );
  const here = [...path, 'compensacionSaldosAFavor'];
  if (saldoAFavor.lessThan(remanenteSalFav)) {
    report(
      review,
      'NOM102',
      [...here, 'remanenteSalFav'],
      'RemanenteSalFav is greater than SaldoAFavor',
    );
  }
  const year = Number(nomina.fechaPago.slice(0, 4));
  const isDecember = nomina.fechaPago.slice(5, 7) === '12';
  if (año < year - 1 || año > (isDecember ? year : year - 1)) {
    report(
      review,
      'NOM103',
      [...here, 'año'],
      'the balance must be from the year before the payment',
    );
  }
}

/** Checks the kind of each incapacity (NOM104). */
export function reviewIncapacidades(review: Review, nomina: Nomina, path: Path): void {
  (nomina.incapacidades ?? []).forEach(({ tipoIncapacidad }, index) => {
    const here = [...path, 'incapacidades', index, 'tipoIncapacidad'];
    checkCode(review, 'c_TipoIncapacidad', tipoIncapacidad, 'NOM104', here);
  });
}
