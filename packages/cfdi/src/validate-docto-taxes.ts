import { taxRateAllowed } from '@timbre/fiscal';
import type { TaxFactor } from '@timbre/fiscal';
import { isTax } from './amount-limits';
import type { Path } from './finding';
import type { ImpuestosDr, RetencionDr, TrasladoDr } from './pagos';
import { checkCode, isInForce, report } from './review';
import type { Review } from './review';

/** Checks the tax rules of a paid document (CRP20248 to CRP20261). */
export function reviewDoctoTaxes(review: Review, taxes: ImpuestosDr, path: Path): void {
  const { trasladosDr = [], retencionesDr = [] } = taxes;
  if (trasladosDr.length === 0 && retencionesDr.length === 0) {
    report(review, 'CRP20248', path, 'ImpuestosDR must contain at least one tax');
  }
  retencionesDr.forEach((line, index) => {
    const here = [...path, 'retencionesDr', index];
    if (!line.baseDr.isPositive()) {
      report(review, 'CRP20249', [...here, 'baseDr'], 'BaseDR must be greater than zero');
    }
    checkCode(review, 'c_Impuesto', line.impuestoDr, 'CRP20250', [...here, 'impuestoDr']);
    checkCode(review, 'c_TipoFactor', line.tipoFactorDr, 'CRP20251', [...here, 'tipoFactorDr']);
    if (line.tipoFactorDr === 'Exento') {
      report(review, 'CRP20252', [...here, 'tipoFactorDr'], 'a withholding cannot be exempt');
    } else reviewDoctoRate(review, line, false, here);
  });
  trasladosDr.forEach((line, index) => {
    reviewDoctoTransfer(review, line, [...path, 'trasladosDr', index]);
  });
}

function reviewDoctoTransfer(review: Review, line: TrasladoDr, path: Path): void {
  const { baseDr, impuestoDr, tipoFactorDr, tasaOCuotaDr, importeDr } = line;
  if (!baseDr.isPositive()) {
    report(review, 'CRP20255', [...path, 'baseDr'], 'BaseDR must be greater than zero');
  }
  checkCode(review, 'c_Impuesto', impuestoDr, 'CRP20256', [...path, 'impuestoDr']);
  checkCode(review, 'c_TipoFactor', tipoFactorDr, 'CRP20257', [...path, 'tipoFactorDr']);
  const factor = [...path, 'tipoFactorDr'];
  if (tipoFactorDr === 'Exento') {
    if (tasaOCuotaDr || importeDr) {
      report(review, 'CRP20258', factor, 'an exempt tax must not have TasaOCuotaDR or ImporteDR');
    }
  } else if (!tasaOCuotaDr || !importeDr) {
    report(review, 'CRP20259', factor, 'TasaOCuotaDR and ImporteDR are required');
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
    const message = `ImporteDR ${importeDr} is not BaseDR ${baseDr} times ${tasaOCuotaDr}`;
    report(review, isTransfer ? 'CRP20261' : 'CRP20254', [...path, 'importeDr'], message);
  }
}
