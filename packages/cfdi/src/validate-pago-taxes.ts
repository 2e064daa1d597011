import { Decimal, taxRateAllowed } from '@timbre/fiscal';
import type { TaxFactor } from '@timbre/fiscal';
import type { Path } from './finding';
import type { Pago, TrasladoP } from './pagos';
import { summarizePago } from './pagos-sums';
import { checkCode, isInForce, report } from './review';
import type { Review } from './review';

/**
 * Compares the taxes of a payment with the taxes of its documents (CRP20262 to CRP20274). The totals
 * that CRP20264, 20267 and 20273 require are checked by CRP20201 to CRP20210.
 */
export function reviewPagoTaxes(review: Review, pago: Pago, path: Path): void {
  const expected = summarizePago(pago.doctoRelacionado, QUOTIENT_DECIMALS) ?? {};
  const { retencionesP = [], trasladosP = [] } = pago.impuestosP ?? {};
  // The sum of n documents may differ by n units of the last decimal, because the documents are rounded
  // before the conversion. Without a conversion, only the sum itself is rounded.
  const isConverted = pago.doctoRelacionado.some(
    ({ equivalenciaDr }) => equivalenciaDr && !equivalenciaDr.equals(Decimal.one),
  );
  const units = Decimal.from(isConverted ? pago.doctoRelacionado.length : 0);
  const isSum = (actual: Decimal | undefined, sum: Decimal | undefined): boolean => {
    if (!actual || !sum) return actual === sum;
    const { scale } = actual;
    const slack = units.dividedBy(Decimal.from(10 ** scale), scale);
    return (
      actual.plus(slack).greaterOrEqual(sum.round(scale, 'down')) &&
      actual.minus(slack).lessOrEqual(sum.round(scale, 'up'))
    );
  };
  const seen = new Set<string>();
  retencionesP.forEach((line, index) => {
    const here = [...path, 'retencionesP', index];
    checkCode(review, 'c_Impuesto', line.impuestoP, 'CRP20262', [...here, 'impuestoP']);
    if (seen.has(line.impuestoP)) report(review, 'CRP20263', here, 'a tax appears more than once');
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
type Transfers = readonly TrasladoP[];

function reviewPagoTransfers(
  review: Review,
  actual: Transfers,
  expected: Transfers,
  path: Path,
  isSum: (actual: Decimal | undefined, sum: Decimal | undefined) => boolean,
): void {
  const keyOf = ({ impuestoP, tipoFactorP, tasaOCuotaP }: TrasladoP): string =>
    `${impuestoP} ${tipoFactorP} ${tasaOCuotaP?.round(6) ?? ''}`;
  const sums = new Map(expected.map((line) => [keyOf(line), line]));
  const seen = new Set<string>();
  actual.forEach((line, index) => {
    const here = [...path, 'trasladosP', index];
    const key = keyOf(line);
    checkCode(review, 'c_Impuesto', line.impuestoP, 'CRP20270', [...here, 'impuestoP']);
    if (seen.has(key))
      report(
        review,
        'CRP20271',
        here,
        'a combination of tax, factor and rate appears more than once',
      );
    seen.add(key);
    reviewPagoRate(review, line, here);
    const sum = sums.get(key);
    if (!isSum(line.baseP, sum?.baseP)) {
      const message = `BaseP ${line.baseP} is not the sum ${sum?.baseP.round(6) ?? 0}`;
      const code = line.tipoFactorP === 'Exento' ? 'CRP20269' : 'CRP20268';
      report(review, code, [...here, 'baseP'], message);
    }
    const importe = sum && (sum.importeP ?? Decimal.zero);
    if (line.tipoFactorP !== 'Exento' && !isSum(line.importeP, importe)) {
      const message = `ImporteP ${line.importeP ?? 0} is not ${sum?.importeP?.round(6) ?? 0}`;
      report(review, 'CRP20274', [...here, 'importeP'], message);
    }
  });
  for (const [key, { impuestoP }] of sums) {
    if (!seen.has(key)) report(review, 'CRP20268', path, `tax ${impuestoP} is missing`);
  }
}

function reviewPagoRate(review: Review, line: TrasladoP, path: Path): void {
  const { impuestoP, tipoFactorP, tasaOCuotaP, importeP } = line;
  if (tipoFactorP === 'Exento') {
    if (!tasaOCuotaP && !importeP) return;
    const message = 'an exempt tax must not have TasaOCuotaP or ImporteP';
    report(review, 'CRP20266', [...path, 'tipoFactorP'], message);
    return;
  }
  const isKnown =
    isInForce(review, 'c_Impuesto', impuestoP) && isInForce(review, 'c_TipoFactor', tipoFactorP);
  const factor = tipoFactorP as TaxFactor;
  if (
    !isKnown ||
    (tasaOCuotaP && taxRateAllowed(impuestoP, factor, tasaOCuotaP, true, review.date))
  ) {
    return;
  }
  const message = `${tasaOCuotaP ?? 'no rate'} is not a rate of tax ${impuestoP} in force`;
  report(review, 'CRP20272', [...path, 'tasaOCuotaP'], message);
}
