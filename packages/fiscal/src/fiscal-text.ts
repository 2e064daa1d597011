/**
 * Whether a text is valid for a text attribute of cfdv40.xsd: 1 to `lengthMax` characters, without
 * bars (the separator of the cadena) and without characters that XML does not allow.
 */
export function isFiscalText(text: string | undefined, lengthMax: number): text is string {
  if (text === undefined || text.trim() === '' || !text.isWellFormed()) return false;
  return [...text].length <= lengthMax && !/[|\p{Cc}\ufffe\uffff]/u.test(text);
}

/** The pattern of Confirmacion in cfdv40.xsd: the key that a PAC issues for an unusual value. */
export const confirmationPattern = /^[0-9A-Za-z]{5}$/;

/** The pattern of Numero in CuentaPredial of cfdv40.xsd. */
export const propertyTaxAccountPattern = /^[0-9a-zA-Z]{1,150}$/;

/** Returns a name in the format of the SAT's register: upper case with single spaces. */
export const registeredName = (name: string): string =>
  name.trim().replace(/\s+/g, ' ').toUpperCase();
