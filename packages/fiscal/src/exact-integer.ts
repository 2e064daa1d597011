import { zero } from './decimal-text';

/**
 * An integer of any size: a `number` up to 2^53 - 1, and a `bigint` beyond. Almost every amount of an
 * invoice is a `number`, which is ten times faster. Each integer has only one representation, so
 * `===` compares integers correctly.
 */
export type ExactInteger = number | bigint;

/**
 * How a division with a remainder is rounded. `half_up` and `up` round away from zero.
 */
export type Rounding = 'half_up' | 'down' | 'up';

const exactMax = Number.MAX_SAFE_INTEGER;
/** The number of digits up to which every `number` is exact. */
const exactDigits = 15;
const smallPowers = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/**
 * Whether a computed number is exact. Comparing the result with the limit is sufficient, because a
 * result beyond 2^53 is never rounded to a smaller number.
 */
function isExact(value: number): boolean {
  return value <= exactMax && value >= -exactMax;
}

/**
 * Returns the canonical representation of an integer. The addition of zero converts a negative zero
 * to zero.
 */
function normalized(value: bigint): ExactInteger {
  const small = Number(value);
  return isExact(small) ? small + 0 : value;
}

export function powerOfTen(exponent: number): ExactInteger {
  return smallPowers[exponent] ?? 10n ** BigInt(exponent);
}

/**
 * Parses ASCII digits with an optional leading minus sign. One decimal point in the text is ignored.
 */
export function integerOfDigits(text: string): ExactInteger {
  let units = 0;
  let digits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = text.charCodeAt(index) - zero;
    // The loop skips the minus sign and the decimal point.
    if (digit < 0) continue;
    units = units * 10 + digit;
    digits += 1;
  }
  if (digits > exactDigits) return normalized(BigInt(text.replace('.', '')));
  return text.startsWith('-') ? 0 - units : units;
}

export function add(a: ExactInteger, b: ExactInteger): ExactInteger {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (isExact(sum)) return sum;
  }
  return normalized(BigInt(a) + BigInt(b));
}

export function multiply(a: ExactInteger, b: ExactInteger): ExactInteger {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    if (isExact(product)) return product + 0;
  }
  return normalized(BigInt(a) * BigInt(b));
}

export function negate(a: ExactInteger): ExactInteger {
  return typeof a === 'number' ? 0 - a : -a;
}

export function sign(a: ExactInteger): -1 | 0 | 1 {
  return a > 0 ? 1 : a < 0 ? -1 : 0;
}

/** Returns the rounded integer quotient. The divisor `b` must not be zero; the callers check this. */
export function divide(a: ExactInteger, b: ExactInteger, rounding: Rounding): ExactInteger {
  if (typeof a !== 'number' || typeof b !== 'number')
    return divideBig(BigInt(a), BigInt(b), rounding);
  const remainder = a % b;
  const quotient = (a - remainder) / b + 0;
  if (remainder === 0 || rounding === 'down') return quotient;
  const left = Math.abs(remainder);
  // The comparison subtracts the remainder, because twice the remainder can be too large to be exact.
  if (rounding === 'half_up' && left < Math.abs(b) - left) return quotient;
  return a < 0 === b < 0 ? quotient + 1 : quotient - 1;
}

function divideBig(a: bigint, b: bigint, rounding: Rounding): ExactInteger {
  const quotient = a / b;
  const remainder = a % b;
  if (remainder === 0n || rounding === 'down') return normalized(quotient);
  const left = remainder < 0n ? -remainder : remainder;
  const divisor = b < 0n ? -b : b;
  if (rounding === 'half_up' && left * 2n < divisor) return normalized(quotient);
  return normalized(a < 0n === b < 0n ? quotient + 1n : quotient - 1n);
}
