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

/** The conceptos after the first small move of one of them that narrows the gap. */
function closer(
  exact: readonly ExactConcepto[],
  conceptos: readonly Concepto[],
  target: Decimal,
  gap: Decimal,
  decimals: number,
): readonly Concepto[] | undefined {
  for (const index of representatives(conceptos)) {
    for (const withDiscount of [false, true]) {
      if (withDiscount && !exact[index]!.descuento) continue;
      const after = (step: Decimal): readonly Concepto[] =>
        conceptos.with(index, moved(exact[index]!, conceptos[index]!, step, withDiscount));
      const gapAfter = (step: Decimal): Decimal => gapOf(after(step), target, decimals);
      const step = narrowingStep(gap, gapAfter, decimals);
      if (step) return after(step);
    }
  }
  return undefined;
}

/** A concept worth a little more; with its discount, only two roundings change and no tax. */
function moved(
  exact: ExactConcepto,
  current: Concepto,
  step: Decimal,
  withDiscount: boolean,
): Concepto {
  const importe = current.importe.plus(step);
  const descuento = withDiscount ? current.descuento!.plus(step) : current.descuento;
  return computeConcepto({ ...exact, importe, descuento }, CONCEPT_DECIMALS_MAX);
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
 * Tries ever larger moves against the gap, in fiftieths of the currency's unit: on the way the
 * sums cross their rounding boundaries one after the other. Two that cross within one step turn
 * the gap round; then the step between them is looked for by halves.
 */
function narrowingStep(
  gap: Decimal,
  gapAfter: (step: Decimal) => Decimal,
  decimals: number,
): Decimal | undefined {
  const unit = Decimal.one.dividedBy(Decimal.from(10 ** decimals), decimals);
  const size = unit.dividedBy(Decimal.from(50), CONCEPT_DECIMALS_MAX, 'up');
  const step = gap.isPositive() ? size.negated() : size;
  const narrows = (move: Decimal): boolean => gapAfter(move).abs().lessThan(gap.abs());
  for (let count = 1; count <= MOVES_MAX; count += 1) {
    const far = step.times(Decimal.from(count));
    const after = gapAfter(far);
    if (after.abs().lessThan(gap.abs())) return far;
    if (after.isPositive() !== gap.isPositive())
      return between(far.minus(step), far, gap, gapAfter, narrows);
  }
  return undefined;
}

function between(
  near: Decimal,
  far: Decimal,
  gap: Decimal,
  gapAfter: (step: Decimal) => Decimal,
  narrows: (step: Decimal) => boolean,
): Decimal | undefined {
  const middle = near.plus(far).dividedBy(Decimal.from(2), CONCEPT_DECIMALS_MAX, 'down');
  if (middle.equals(near) || middle.equals(far)) return undefined;
  if (narrows(middle)) return middle;
  const isPast = gapAfter(middle).isPositive() !== gap.isPositive();
  return isPast
    ? between(near, middle, gap, gapAfter, narrows)
    : between(middle, far, gap, gapAfter, narrows);
}
