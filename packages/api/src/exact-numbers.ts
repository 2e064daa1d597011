/**
 * Whether a JSON number has the same value after parsing as a double. For a number beyond the range
 * of doubles, the function returns true, because such a number is reported as a wrong type.
 */
export function isExact(source: string): boolean {
  // A double represents any number of at most fifteen digits exactly, except if its exponent makes
  // the number too small for a double.
  if (source.length <= 15 && !/e/i.test(source)) return true;
  const value = Number(source);
  return !Number.isFinite(value) || digitsOf(source) === digitsOf(String(value));
}

/**
 * Returns the significant digits and the power of ten of a number. The result is equal for all
 * notations of the same number, such as 10, 10.0 and 1e1.
 */
function digitsOf(source: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(source) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = withoutZerosAtEnd(digits);
  if (kept === '') return '0';
  return `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/**
 * Removes zeros at the end of a text. The function uses a loop, because the pattern /0+$/ takes
 * quadratic time if another digit follows many zeros.
 */
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
