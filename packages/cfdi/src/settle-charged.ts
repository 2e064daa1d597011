import { certain, Decimal, itemAt } from '@timbre/fiscal';
import type { Concepto, Traslado } from './comprobante';
import { computeConcepto } from './compute-concepto';
import type { ExactConcepto, NetPart } from './compute-concepto';
import { CONCEPT_DECIMALS_MAX } from './rounding';
import { sumColumn, sumConceptos, sumTaxes } from './sums';

// The maximum number of rounds. Each round corrects one unit of the currency, and only a few sums
// can differ.
const ROUNDS_MAX = 8;
// The maximum number of steps, each of which is a fiftieth of the currency's smallest unit. An
// amount is therefore changed by at most two of these units, so that it still agrees with the
// charged price.
const MOVES_MAX = 100;

/**
 * Makes the total of a document equal to the charged amount, for prices with tax included.
 * Subtotal, discount and each tax are rounded separately, so their sum can differ from the charged
 * amount by a cent. In this case, the function changes the amount of a concept by fractions of a
 * cent until the sum is equal.
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

/**
 * Changes one concept by a small amount so that the difference becomes smaller, and returns all
 * concepts; undefined if no change reduces the difference.
 */
function closer(
  exact: readonly ExactConcepto[],
  conceptos: readonly Concepto[],
  target: Decimal,
  gap: Decimal,
  decimals: number,
): readonly Concepto[] | undefined {
  for (const index of representatives(conceptos)) {
    const others = together(conceptos.toSpliced(index, 1));
    for (const withDiscount of [false, true]) {
      if (withDiscount && !itemAt(exact, index).descuento) continue;
      const after = (step: Decimal): Concepto =>
        moved(itemAt(exact, index), itemAt(conceptos, index), step, withDiscount);
      const gapAfter = (step: Decimal): Decimal =>
        gapOf([...others, after(step)], target, decimals);
      const step = narrowingStep(gap, gapAfter, decimals);
      if (step) return conceptos.with(index, after(step));
    }
  }
  return undefined;
}

/**
 * Combines concepts into one concept with the sums of all. The combined concept has the same effect
 * on the sums of the document, because the sums are rounded later. A document with thousands of
 * concepts is therefore summed only once instead of at each step.
 */
function together(conceptos: readonly Concepto[]): Concepto[] {
  const [first] = conceptos;
  if (!first) return [];
  const { descuento: _, ...rest } = first;
  const hasDiscount = conceptos.some(({ descuento }) => descuento !== undefined);
  return [
    {
      ...rest,
      importe: sumColumn(conceptos, 'importe'),
      ...(hasDiscount && { descuento: sumColumn(conceptos, 'descuento') }),
      impuestos: sumTaxes(conceptos),
    },
  ];
}

/**
 * Adds `step` to the amount of a concept. If the discount changes by the same step, the change
 * affects the rounding of subtotal and discount, but no tax.
 */
function moved(
  exact: ExactConcepto,
  current: Concepto,
  step: Decimal,
  withDiscount: boolean,
): Concepto {
  const importe = current.importe.plus(step);
  if (exact.parts) {
    const parts = withLargest(exact.parts, importe);
    return computeConcepto({ ...exact, importe, parts }, CONCEPT_DECIMALS_MAX);
  }
  const descuento = withDiscount
    ? certain(current.descuento, 'descuento').plus(step)
    : current.descuento;
  return computeConcepto({ ...exact, importe, descuento }, CONCEPT_DECIMALS_MAX);
}

/** Changes the largest part so that the sum of the parts is `importe`, and returns all parts. */
function withLargest(parts: readonly NetPart[], importe: Decimal): NetPart[] {
  const rounded = parts.map(({ net, taxes }) => ({ net: net.round(CONCEPT_DECIMALS_MAX), taxes }));
  const largest = rounded.reduce((one, other) => (other.net.greaterThan(one.net) ? other : one));
  const missing = importe.minus(Decimal.sum(rounded.map(({ net }) => net)));
  return rounded.map((part) =>
    part === largest ? { ...part, net: part.net.plus(missing) } : part,
  );
}

/**
 * Returns the index of the most expensive concept for each combination of taxes. Other concepts
 * with the same taxes would have the same effect on the sums. The amount of a free item cannot be
 * changed.
 */
function representatives(conceptos: readonly Concepto[]): number[] {
  const dearest = new Map<string, number>();
  conceptos.forEach((concepto, index) => {
    const key = (concepto.impuestos?.traslados ?? []).map(keyOf).join();
    const rival = dearest.get(key);
    const least = rival === undefined ? Decimal.zero : netOf(itemAt(conceptos, rival));
    if (netOf(concepto).greaterThan(least)) dearest.set(key, index);
  });
  return [...dearest.values()];
}

function netOf({ importe, descuento }: Concepto): Decimal {
  return descuento ? importe.minus(descuento) : importe;
}

function keyOf({ impuesto, tipoFactor, tasaOCuota }: Traslado): string {
  return `${impuesto} ${tipoFactor} ${tasaOCuota?.toString() ?? ''}`;
}

/**
 * Returns the smallest change of an amount that reduces the difference. The steps grow by a
 * fiftieth of the currency's smallest unit, so that usually only one sum at a time is rounded
 * differently. If two sums change within the same step and the difference changes its sign, a
 * bisection finds a step between the two changes.
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
