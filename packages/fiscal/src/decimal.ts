import * as integer from './exact-integer';
import { plainText, pointOf } from './decimal-text';
import type { ExactInteger, Rounding } from './exact-integer';

export type { Rounding } from './exact-integer';

/**
 * The maximum length of a text that is parsed as a decimal. Every amount is shorter, and a text of
 * this length is parsed quickly.
 */
const textLengthMax = 128;
/**
 * The maximum scale, which is the number of decimals. The most precise SAT attribute (EquivalenciaDR)
 * has ten decimals.
 */
const scaleMax = 100;

/** An exact, immutable decimal number. A Decimal preserves trailing zeros: 10.50 has two decimals. */
export class Decimal {
  static readonly zero = new Decimal(0, 0);
  static readonly one = new Decimal(1, 0);

  /** The text is cached, because rates and prices are written many times. */
  #text: string | undefined;

  private constructor(
    private readonly units: ExactInteger,
    /** The number of written decimals: 10.50 has two. */
    readonly scale: number,
  ) {}

  /**
   * Converts a value to a Decimal. A number is converted through its shortest decimal text.
   * @throws RangeError for any other text
   */
  static from(value: string | number | bigint | Decimal): Decimal {
    if (value instanceof Decimal) return value;
    const text = typeof value === 'number' ? plainText(value) : String(value);
    const decimal = Decimal.parse(text);
    if (decimal === undefined) throw new RangeError(`not a decimal: ${text.slice(0, 40)}`);
    return decimal;
  }

  /** Parses only `-?digits(.digits)?`: no exponent, no plus sign, no spaces. */
  static parse(text: string): Decimal | undefined {
    if (text.length > textLengthMax) return undefined;
    const point = pointOf(text);
    if (point === undefined) return undefined;
    const scale = point === -1 ? 0 : text.length - point - 1;
    return new Decimal(integer.integerOfDigits(text), scale);
  }

  /** Returns the exact sum, with the largest scale of the values; zero if there are no values. */
  static sum(values: Iterable<Decimal>): Decimal {
    let total = Decimal.zero;
    for (const value of values) total = total.plus(value);
    return total;
  }

  /** @throws RangeError without values */
  static min(...values: Decimal[]): Decimal {
    return extreme(values, (value, best) => value.lessThan(best));
  }

  /** @throws RangeError without values */
  static max(...values: Decimal[]): Decimal {
    return extreme(values, (value, best) => value.greaterThan(best));
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return new Decimal(integer.add(this.unitsAt(scale), other.unitsAt(scale)), scale);
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negated());
  }

  /**
   * Returns the exact product. The number of decimals (scale) of a product is the sum of the decimals
   * of both factors.
   */
  times(other: Decimal): Decimal {
    return new Decimal(integer.multiply(this.units, other.units), this.scale + other.scale);
  }

  negated(): Decimal {
    return new Decimal(integer.negate(this.units), this.scale);
  }

  abs(): Decimal {
    return this.isNegative() ? this.negated() : this;
  }

  /**
   * Returns the quotient with exactly `scale` decimals.
   * @throws RangeError if `other` is zero
   */
  dividedBy(other: Decimal, scale: number, rounding: Rounding = 'half_up'): Decimal {
    assertScale(scale);
    if (other.isZero()) throw new RangeError('division by zero');
    const shift = scale + other.scale - this.scale;
    const dividend = integer.multiply(this.units, integer.powerOfTen(Math.max(shift, 0)));
    const divisor = integer.multiply(other.units, integer.powerOfTen(Math.max(-shift, 0)));
    return new Decimal(integer.divide(dividend, divisor, rounding), scale);
  }

  /** Returns the value with exactly `scale` decimals, padded with zeros. */
  round(scale: number, rounding: Rounding = 'half_up'): Decimal {
    assertScale(scale);
    if (scale === this.scale) return this;
    if (scale > this.scale) return new Decimal(this.unitsAt(scale), scale);
    const divisor = integer.powerOfTen(this.scale - scale);
    return new Decimal(integer.divide(this.units, divisor, rounding), scale);
  }

  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.scale, other.scale);
    const left = this.unitsAt(scale);
    const right = other.unitsAt(scale);
    return left < right ? -1 : left > right ? 1 : 0;
  }

  /** Whether two Decimals have the same value: 1.5 equals 1.50. */
  equals(other: Decimal): boolean {
    return this.compare(other) === 0;
  }

  lessThan(other: Decimal): boolean {
    return this.compare(other) < 0;
  }

  lessOrEqual(other: Decimal): boolean {
    return this.compare(other) <= 0;
  }

  greaterThan(other: Decimal): boolean {
    return this.compare(other) > 0;
  }

  greaterOrEqual(other: Decimal): boolean {
    return this.compare(other) >= 0;
  }

  isZero(): boolean {
    return this.units === 0;
  }

  isNegative(): boolean {
    return integer.sign(this.units) < 0;
  }

  isPositive(): boolean {
    return integer.sign(this.units) > 0;
  }

  /** Returns the decimal as written, including trailing zeros, as in "10.50". */
  toString(): string {
    return (this.#text ??= this.written());
  }

  private written(): string {
    const digits = String(this.units);
    if (this.scale === 0) return digits;
    const point = digits.length - this.scale;
    if (point > 0 && this.units > 0) return `${digits.slice(0, point)}.${digits.slice(point)}`;
    const sign = this.isNegative() ? '-' : '';
    const padded = digits.slice(sign.length).padStart(this.scale + 1, '0');
    return `${sign}${padded.slice(0, -this.scale)}.${padded.slice(-this.scale)}`;
  }

  /** In JSON, a Decimal is text, because a floating-point number would lose digits. */
  toJSON(): string {
    return this.toString();
  }

  /** Removes trailing zeros, but leaves at least `minScale` of the written decimals. */
  trimmed(minScale = 0): Decimal {
    if (this.scale <= minScale) return this;
    const text = this.toString();
    let end = text.length;
    const shortest = end - this.scale + minScale;
    while (end > shortest && text[end - 1] === '0') end -= 1;
    return this.round(this.scale - (text.length - end), 'down');
  }

  /**
   * Returns the nearest floating-point number; use it only for JSON numbers in public responses.
   */
  toNumber(): number {
    return Number(this.toString());
  }

  private unitsAt(scale: number): ExactInteger {
    if (scale === this.scale) return this.units;
    return integer.multiply(this.units, integer.powerOfTen(scale - this.scale));
  }
}

function extreme(values: Decimal[], isBetter: (value: Decimal, best: Decimal) => boolean): Decimal {
  if (values.length === 0) throw new RangeError('no values to compare');
  return values.reduce((best, value) => (isBetter(value, best) ? value : best));
}

function assertScale(scale: number): void {
  if (!Number.isInteger(scale) || scale < 0 || scale > scaleMax) {
    throw new RangeError(`not a scale: ${scale}`);
  }
}
