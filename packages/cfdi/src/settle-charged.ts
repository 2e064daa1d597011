import { Decimal } from '@timbre/fiscal';
import type { Concepto, Traslado } from './comprobante';
import { computeConcepto } from './compute-concepto';
import type { ExactConcepto } from './compute-concepto';
import { CONCEPT_DECIMALS_MAX } from './rounding';
import { sumConceptos } from './sums';

// Each round settles one unit of the currency; a document has few sums that could be off.
const ROUNDS_MAX = 8;
// Up to two units: a concept still shows the price that was charged for it.
const MOVES_MAX = 100;

/**
 * Prices with tax included promise a total. Subtotal, discount and each tax are rounded apart, so
 * their sum can miss it by a cent; then fractions of a cent move between concepts until it fits.
 */
export function settleCharged(
  exact: readonly ExactConcepto[],
  computed: readonly Concepto[],
  decimals: number,
  currencyDecimals: number,
): readonly Concepto[] {
  const charged = exact.flatMap((concepto) => concepto.charged ?? []);
  if (charged.length < exact.length || decimals < CONCEPT_DECIMALS_MAX) return computed;
  const target = Decimal.sum(charged).round(currencyDecimals);
  let conceptos = computed;
  let gap = gapOf(conceptos, target, currencyDecimals);
  for (let round = 0; round < ROUNDS_MAX && !gap.isZero(); round += 1) {
    const better = closer(exact, conceptos, target, gap, currencyDecimals);
    if (!better) break;
    conceptos = better;
    gap = gapOf(conceptos, target, currencyDecimals);
  }
  return conceptos;
}

function gapOf(conceptos: readonly Concepto[], target: Decimal, decimals: number): Decimal {
  const { subTotal, descuento, impuestos } = sumConceptos(conceptos, decimals);
  const transferred = impuestos?.totalImpuestosTrasladados ?? Decimal.zero;
  return subTotal
    .minus(descuento ?? Decimal.zero)
    .plus(transferred)
    .minus(target);
}

/** The first small move of one concept that brings the total closer to the target. */
function closer(
  exact: readonly ExactConcepto[],
  conceptos: readonly Concepto[],
  target: Decimal,
  gap: Decimal,
  decimals: number,
): readonly Concepto[] | undefined {
  for (const index of representatives(conceptos)) {
    for (const step of moves(gap, decimals)) {
      const current = conceptos[index]!;
      const importe = current.importe.plus(step);
      const moved = computeConcepto({ ...exact[index]!, importe }, CONCEPT_DECIMALS_MAX);
      const candidate = conceptos.with(index, moved);
      if (gapOf(candidate, target, decimals).abs().lessThan(gap.abs())) return candidate;
    }
  }
  return undefined;
}

/** The dearest concept of each combination of taxes: the same move of another does the same. */
function representatives(conceptos: readonly Concepto[]): number[] {
  const dearest = new Map<string, number>();
  conceptos.forEach(({ importe, impuestos }, index) => {
    const key = (impuestos?.traslados ?? []).map(keyOf).join();
    const rival = dearest.get(key);
    if (rival === undefined || conceptos[rival]!.importe.lessThan(importe)) {
      dearest.set(key, index);
    }
  });
  return [...dearest.values()];
}

function keyOf({ impuesto, tipoFactor, tasaOCuota }: Traslado): string {
  return `${impuesto} ${tipoFactor} ${tasaOCuota?.toString() ?? ''}`;
}

/**
 * Ever larger moves against the gap, in fiftieths of the currency's unit: on the way the subtotal
 * and the taxes cross their rounding boundaries one after the other.
 */
function* moves(gap: Decimal, decimals: number): Iterable<Decimal> {
  const unit = Decimal.one.dividedBy(Decimal.from(10 ** decimals), decimals);
  const step = unit.dividedBy(Decimal.from(50), CONCEPT_DECIMALS_MAX, 'up');
  for (let count = 1; count <= MOVES_MAX; count += 1) {
    const move = step.times(Decimal.from(count));
    yield gap.isPositive() ? move.negated() : move;
  }
}
