import { Decimal, taxRateAllowed } from '@timbre/fiscal';
import type { TaxFactor } from '@timbre/fiscal';
import type { Impuestos, Retencion, Traslado } from './comprobante';
import type { Path } from './finding';
import { checkCode, isInForce, report } from './review';
import type { Review } from './review';

/**
 * Compares the tax summary with the taxes of the concepts.
 *
 * - CFDI40201: a summary in a type without taxes
 * - CFDI40202 to 40206, 40212 and 40213: decimals, sums and presence of the two totals
 * - CFDI40207 to 40211: catalogues, repeated lines and sums of withheld taxes; 40214 to 40221: of transferred
 *   taxes
 */
export function reviewSummary(review: Review): void {
  const { impuestos, tipoDeComprobante: type } = review.document;
  if (type === 'T' || type === 'P') {
    if (impuestos)
      report(review, 'CFDI40201', ['impuestos'], `type ${type} does not allow a tax summary`);
    return;
  }
  const expected = review.sums.impuestos;
  reviewWithheld(review, impuestos ?? {}, expected ?? {});
  reviewTransferred(review, impuestos ?? {}, expected ?? {});
}

function reviewWithheld(review: Review, actual: Impuestos, expected: Impuestos): void {
  const path = ['impuestos', 'totalImpuestosRetenidos'];
  const { retenciones = [], totalImpuestosRetenidos: total } = actual;
  reviewTotal(review, total, retenciones, path, ['CFDI40202', 'CFDI40203', 'CFDI40206']);
  const seen = new Set<string>();
  retenciones.forEach((line, index) => {
    const here = ['impuestos', 'retenciones', index];
    checkCode(review, 'c_Impuesto', line.impuesto, 'CFDI40207', [...here, 'impuesto']);
    if (seen.has(line.impuesto)) report(review, 'CFDI40208', here, 'a tax appears more than once');
    seen.add(line.impuesto);
    reviewDecimals(review, line.importe, 'CFDI40210', [...here, 'importe']);
    const sum = expected.retenciones?.find(({ impuesto }) => impuesto === line.impuesto);
    reviewSum(review, line.importe, sum?.importe, 'CFDI40211', [...here, 'importe']);
  });
  for (const { impuesto } of expected.retenciones ?? []) {
    if (seen.has(impuesto)) continue;
    const message = `the withholdings of tax ${impuesto} are not in the summary`;
    report(review, 'CFDI40211', ['impuestos', 'retenciones'], message);
  }
}

function reviewTransferred(review: Review, actual: Impuestos, expected: Impuestos): void {
  const path = ['impuestos', 'totalImpuestosTrasladados'];
  const { traslados = [], totalImpuestosTrasladados: total } = actual;
  const taxed = traslados.filter(({ tipoFactor }) => tipoFactor !== 'Exento');
  reviewTotal(review, total, taxed, path, ['CFDI40204', 'CFDI40205', 'CFDI40212']);
  if (total && taxed.length === 0)
    report(review, 'CFDI40213', path, 'exempt transfers have no total');
  const sums = new Map((expected.traslados ?? []).map((line) => [keyOf(line), line]));
  const seen = new Set<string>();
  traslados.forEach((line, index) => {
    const here = ['impuestos', 'traslados', index];
    const key = keyOf(line);
    if (seen.has(key)) {
      report(
        review,
        'CFDI40218',
        here,
        'a combination of tax, factor and rate appears more than once',
      );
    }
    seen.add(key);
    reviewLine(review, line, sums.get(key), here);
  });
  for (const [key, { impuesto, tipoFactor }] of sums) {
    if (seen.has(key)) continue;
    const message = `transfers of tax ${impuesto} (${tipoFactor}) are not in the summary`;
    report(review, 'CFDI40221', ['impuestos', 'traslados'], message);
  }
}

function reviewLine(review: Review, line: Traslado, sum: Traslado | undefined, path: Path): void {
  const { base, impuesto, tipoFactor, tasaOCuota, importe } = line;
  checkCode(review, 'c_Impuesto', impuesto, 'CFDI40217', [...path, 'impuesto']);
  reviewDecimals(review, base, 'CFDI40214', [...path, 'base']);
  const isExempt = tipoFactor === 'Exento';
  const isOverfull = isExempt && (tasaOCuota !== undefined || importe !== undefined);
  reviewSum(review, base, sum?.base, isExempt ? 'CFDI40216' : 'CFDI40215', [...path, 'base']);
  if (isOverfull) {
    const message = 'an exempt transfer has no TasaOCuota and no Importe';
    report(review, 'CFDI40213', [...path, 'tipoFactor'], message);
  }
  const isKnown =
    isInForce(review, 'c_Impuesto', impuesto) && isInForce(review, 'c_TipoFactor', tipoFactor);
  const factor = tipoFactor as TaxFactor;
  if (isKnown && !isOverfull && !taxRateAllowed(impuesto, factor, tasaOCuota, true, review.date)) {
    const message = `${tasaOCuota} is not a rate of tax ${impuesto} in force on ${review.date}`;
    report(review, 'CFDI40219', [...path, 'tasaOCuota'], message);
  }
  if (importe) reviewDecimals(review, importe, 'CFDI40220', [...path, 'importe']);
  if (isExempt) return;
  if (importe) reviewSum(review, importe, sum?.importe, 'CFDI40221', [...path, 'importe']);
  else report(review, 'CFDI40221', [...path, 'importe'], 'Importe is required');
}

function keyOf({ impuesto, tipoFactor, tasaOCuota }: Traslado): string {
  return `${impuesto} ${tipoFactor} ${tasaOCuota?.round(6) ?? ''}`;
}

function reviewTotal(
  review: Review,
  total: Decimal | undefined,
  lines: readonly Pick<Retencion | Traslado, 'importe'>[],
  path: Path,
  [decimals, sum, missing]: readonly [string, string, string],
): void {
  if (total === undefined) {
    if (lines.length > 0) report(review, missing, path, 'the total of these taxes is required');
    return;
  }
  reviewDecimals(review, total, decimals, path);
  const expected = Decimal.sum(lines.map(({ importe }) => importe ?? Decimal.zero));
  reviewSum(review, total, expected, sum, path);
}

function reviewDecimals(review: Review, value: Decimal, code: string, path: Path): void {
  if (value.scale <= review.currencyDecimals) return;
  if (value.trimmed().scale <= review.currencyDecimals) return;
  report(review, code, path, `the amount has more than ${review.currencyDecimals} decimals`);
}

function reviewSum(
  review: Review,
  actual: Decimal,
  expected: Decimal | undefined,
  code: string,
  path: Path,
): void {
  if (expected?.equals(actual)) return;
  const message = `${actual} is not the sum of its lines, which is ${expected ?? Decimal.zero}`;
  report(review, code, path, message);
}
