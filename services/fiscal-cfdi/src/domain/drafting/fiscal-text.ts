/**
 * Whether a text fits a text attribute of cfdv40.xsd: 1 to `lengthMax` characters, without the bar
 * (it separates the fields of the cadena) and without what XML cannot hold.
 */
export function isFiscalText(text: string | undefined, lengthMax: number): text is string {
  if (text === undefined || text.trim() === '' || !text.isWellFormed()) return false;
  return [...text].length <= lengthMax && !/[|\p{Cc}\ufffe\uffff]/u.test(text);
}
