import { Decimal, currency } from '@timbre/fiscal';
import type { Path } from './finding';
import type { DoctoRelacionado, Pago } from './pagos';
import { lowestMonto, paidSum } from './pagos-monto';
import { checkCode, report } from './review';
import type { Review } from './review';
import { reviewDoctoTaxes } from './validate-docto-taxes';

/** Compares the sum of the paid amounts of the documents with the amount of the payment. */
export function reviewPaid(
  review: Review,
  { doctoRelacionado, monedaP, monto }: Pago,
  path: Path,
): void {
  const here = [...path, 'monto'];
  if (doctoRelacionado.every(({ monedaDr }) => monedaDr === monedaP)) {
    const paid = Decimal.sum(doctoRelacionado.map(({ impPagado }) => impPagado));
    if (paid.greaterThan(monto)) {
      report(review, 'CRP20217', here, `the paid documents add up to ${paid}, more than ${monto}`);
    }
    return;
  }
  // A Monto that is at least the sum of the documents is correct. Only a Monto below the sum is
  // compared with the SAT's lower limit.
  if (paidSum(doctoRelacionado).lessOrEqual(monto)) return;
  const low = lowestMonto(doctoRelacionado, monedaP, monto.scale);
  if (low.greaterThan(monto)) {
    report(review, 'CRP20276', here, `the paid documents add up to at least ${low}`);
  }
}

/** Checks the rules of a paid document (CRP20236 to CRP20247, CRP20278 and CRP20279). */
export function reviewDocto(
  review: Review,
  docto: DoctoRelacionado,
  monedaP: string,
  path: Path,
): void {
  const { monedaDr, equivalenciaDr, impSaldoAnt, impPagado, impSaldoInsoluto } = docto;
  const at = (field: keyof DoctoRelacionado): Path => [...path, field];
  if (monedaDr === 'XXX') report(review, 'CRP20236', at('monedaDr'), 'MonedaDR must not be XXX');
  else checkCode(review, 'c_Moneda', monedaDr, 'CRP20999', at('monedaDr'));
  if (equivalenciaDr === undefined) {
    report(review, 'CRP20237', at('equivalenciaDr'), 'EquivalenciaDR is required');
  } else if (monedaDr === monedaP && !equivalenciaDr.equals(Decimal.one)) {
    report(
      review,
      'CRP20238',
      at('equivalenciaDr'),
      'EquivalenciaDR must be 1 when both currencies are the same',
    );
  }
  const decimals = currency(monedaDr, review.date)?.decimals ?? 6;
  const reviewDecimals = (
    field: 'impSaldoAnt' | 'impPagado' | 'impSaldoInsoluto',
    code: string,
  ) => {
    if (docto[field].trimmed().scale <= decimals) return;
    report(review, code, at(field), `${monedaDr} allows ${decimals} decimals`);
  };
  if (!impSaldoAnt.isPositive()) {
    report(review, 'CRP20239', at('impSaldoAnt'), 'ImpSaldoAnt must be greater than zero');
  }
  if (!impPagado.isPositive()) {
    report(review, 'CRP20241', at('impPagado'), 'ImpPagado must be greater than zero');
  }
  reviewDecimals('impSaldoAnt', 'CRP20240');
  reviewDecimals('impPagado', 'CRP20242');
  reviewDecimals('impSaldoInsoluto', 'CRP20243');
  const left = impSaldoAnt.minus(impPagado);
  if (!impSaldoInsoluto.equals(left)) {
    const message = `ImpSaldoInsoluto is ${impSaldoInsoluto}, but the balance is ${left}`;
    report(review, 'CRP20244', at('impSaldoInsoluto'), message);
  }
  reviewDoctoObject(review, docto, path);
  if (docto.impuestosDr) reviewDoctoTaxes(review, docto.impuestosDr, at('impuestosDr'));
}

function reviewDoctoObject(review: Review, docto: DoctoRelacionado, path: Path): void {
  const { objetoImpDr, impuestosDr } = docto;
  const here = [...path, 'objetoImpDr'];
  checkCode(review, 'c_ObjetoImp', objetoImpDr, 'CRP20245', here);
  if (objetoImpDr === '02' && !impuestosDr) {
    report(review, 'CRP20246', here, 'ObjetoImpDR 02 requires ImpuestosDR');
  }
  if (['01', '03', '04', '05'].includes(objetoImpDr) && impuestosDr) {
    report(review, 'CRP20247', here, `ObjetoImpDR ${objetoImpDr} does not allow taxes`);
  }
  const transfers = impuestosDr?.trasladosDr ?? [];
  const lines = [...transfers, ...(impuestosDr?.retencionesDr ?? [])];
  const has = (tax: string): boolean => lines.some(({ impuestoDr }) => impuestoDr === tax);
  if ((objetoImpDr === '06' || objetoImpDr === '08') && (has('002') || has('003'))) {
    report(review, 'CRP20278', here, `ObjetoImpDR ${objetoImpDr} does not allow IVA or IEPS`);
  }
  const hasIeps = transfers.some(({ impuestoDr }) => impuestoDr === '003');
  if (objetoImpDr === '07' && (has('002') || !hasIeps)) {
    report(
      review,
      'CRP20279',
      here,
      'ObjetoImpDR 07 requires a transfer of IEPS and does not allow IVA',
    );
  }
}
