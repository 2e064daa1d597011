/**
 * Whether a number of a JSON text is the same number once it is read as a double. One beyond all
 * doubles is a fault of its field's type.
 */
export function isExact(source: string): boolean {
  // Fifteen digits always survive; an exponent may end below the smallest number.
  if (source.length <= 15 && !/e/i.test(source)) return true;
  const value = Number(source);
  return !Number.isFinite(value) || digitsOf(source) === digitsOf(String(value));
}

/** Significant digits and power of ten, the same for every way to write a number. */
function digitsOf(source: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(source) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = withoutZerosAtEnd(digits);
  if (kept === '') return '0';
  return `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/** /0+$/ takes the square of the zeros' number where another digit follows them. */
function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
