/**
 * Whether the text is a social security number of the IMSS: eleven digits, of which the last is a Luhn
 * check digit.
 */
export function isNss(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false;
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) {
    const digit = Number(text.charAt(index));
    const weighed = index % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
