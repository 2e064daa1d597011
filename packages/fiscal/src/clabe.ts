/** The bank, branch and account in a standardized bank account number (CLABE). */
export interface Clabe {
  /** The code of the bank in c_Banco. */
  bankCode: string;
  /** The city code of the branch (plaza). */
  placeCode: string;
  account: string;
}

const weights = [3, 7, 1];

/**
 * Parses 18 digits with a valid check digit (Banco de México, Circular 3/2012); undefined for any
 * other text.
 */
export function parseClabe(text: string): Clabe | undefined {
  if (!/^\d{18}$/.test(text) || Number(text.charAt(17)) !== checkDigit(text)) return undefined;
  return {
    bankCode: text.slice(0, 3),
    placeCode: text.slice(3, 6),
    account: text.slice(6, 17),
  };
}

export function isClabe(text: string): boolean {
  return parseClabe(text) !== undefined;
}

function checkDigit(text: string): number {
  let sum = 0;
  for (let index = 0; index < 17; index += 1) {
    sum += (Number(text.charAt(index)) * (weights[index % 3] ?? 0)) % 10;
  }
  return (10 - (sum % 10)) % 10;
}
