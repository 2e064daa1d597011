/** The character code of "0". The codes of the minus sign and the point are smaller. */
export const zero = 48;
const nine = 57;
const minus = 45;
const dot = 46;

/**
 * Returns the position of the decimal point: -1 if there is no point; undefined if the text is not
 * a plain decimal.
 */
export function pointOf(text: string): number | undefined {
  let point = -1;
  const start = text.charCodeAt(0) === minus ? 1 : 0;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= zero && code <= nine) continue;
    if (code !== dot || point !== -1 || index === start) return undefined;
    point = index;
  }
  return text.length === start || point === text.length - 1 ? undefined : point;
}

/** Returns the shortest text of a floating-point number, without an exponent. */
export function plainText(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = '', exponentText = ''] = match;
  const exponent = Number(exponentText);
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${whole}${fraction}`;
  return `${sign}${whole}${fraction.padEnd(exponent, '0')}`;
}
