import { Decimal } from './decimal';
import type { Issue } from './issue';

/** The maximum number of decimals of t_Importe and Cantidad in cfdv40.xsd. */
const decimalsMax = 6;
/** The maximum number of digits before the point in t_Importe. */
const digitsMax = 18;

/** Parses a decimal that a document can contain; undefined for any other text. */
export function readableDecimal(text: string): Decimal | undefined {
  const value = Decimal.parse(text);
  const isHeld = value && value.trimmed().scale <= decimalsMax && integerDigits(value) <= digitsMax;
  return isHeld ? value : undefined;
}

function integerDigits(value: Decimal): number {
  return value.abs().round(0, 'down').toString().length;
}

/**
 * Returns the issues of a decimal: number_invalid, too_small (below 0, or 0 if the value must be
 * positive), too_many_decimals, too_large.
 */
export function decimalIssues(
  text: string,
  path: (string | number)[],
  { isPositive = false } = {},
): Issue[] {
  const value = Decimal.parse(text);
  if (!value) return [{ path, code: 'number_invalid', message: 'Not a decimal number.' }];
  if (value.isNegative() || (isPositive && value.isZero())) {
    const message = isPositive ? 'The number must be above 0.' : 'The number must not be below 0.';
    return [{ path, code: 'too_small', message }];
  }
  if (integerDigits(value) > digitsMax) {
    return [
      {
        path,
        code: 'too_large',
        message: `The number can have at most ${digitsMax} digits before the point.`,
      },
    ];
  }
  if (value.trimmed().scale > decimalsMax) {
    return [
      {
        path,
        code: 'too_many_decimals',
        message: `The number can have at most ${decimalsMax} decimals.`,
      },
    ];
  }
  return [];
}
