import { Decimal, firstIn } from '@timbre/fiscal';

/** The scale of a chart, which includes zero and has marks at round numbers. */
export interface Axis {
  min: number;
  max: number;
  marks: number[];
}

const marksWanted = 4;

/**
 * Returns the axis for the values of a chart. The numbers only determine the positions of the bars; the
 * printed values come from exact decimals.
 */
export function axisOf(values: readonly number[]): Axis {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  if (low === high) return { min: 0, max: 1, marks: [0] };
  const step = roundStep((high - low) / marksWanted);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  const marks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
  return { min: first * step, max: last * step, marks };
}

/** Returns the smallest step that is at least `size` and is 1, 2 or 5 times a power of ten. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 5, 10].find((one) => one * power >= size * 0.999) ?? 10;
  return factor * power;
}

const units: readonly (readonly [Decimal, string])[] = [
  [Decimal.from('1000000000000'), ' B'],
  [Decimal.from('1000000000'), ' mil M'],
  [Decimal.from('1000000'), ' M'],
  [Decimal.from('1000'), ' mil'],
  [Decimal.one, ''],
];
const digits = 3;

/** Formats a number with at most three significant digits, such as `1.5 M`, `350 mil`, `-20`. */
export function shortNumber(value: number): string {
  const exact = Decimal.from(value);
  for (const [size, unit] of units.toReversed()) {
    const whole = exact.abs().dividedBy(size, 0, 'down').toString();
    const scaled = exact.dividedBy(size, Math.max(digits - whole.length, 0)).trimmed();
    if (scaled.abs().compare(thousand) < 0 || unit === firstIn(units)[1]) return `${scaled}${unit}`;
  }
  return exact.toString();
}

const thousand = Decimal.from('1000');
