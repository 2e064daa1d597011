/**
 * Returns whether parsing a JSON number as a double keeps its value. A number beyond the range of
 * doubles is reported as a wrong type of its field instead.
 */
export function isExact(source: string): boolean {
  // A double keeps any fifteen digits; with an exponent the number may be too small for one.
  if (source.length <= 15 && !/e/i.test(source)) return true;
  const value = Number(source);
  return !Number.isFinite(value) || digitsOf(source) === digitsOf(String(value));
}

/** Significant digits and power of ten: equal for all spellings of a number. */
function digitsOf(source: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(source) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = withoutZerosAtEnd(digits);
  if (kept === '') return '0';
  return `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/** /0+$/ takes quadratic time if another digit follows the zeros. */
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
