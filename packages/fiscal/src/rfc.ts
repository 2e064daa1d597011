import { daysInMonth } from './calendar-date';

/** `moral` is a legal entity (12 characters), `fisica` is a natural person (13 characters). */
export type PersonKind = 'moral' | 'fisica';

/** The pattern of t_RFC in tdCFDI.xsd (SAT, read 2026-11-21). */
const pattern = /^[A-Z&Ñ]{3,4}(\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/;

/** A key of the federal taxpayer registry (RFC), with the SAT's pattern and an existing date. */
export class Rfc {
  /** The RFC for sales to the general public (RMF 2.7.1.23). */
  static readonly genericNational = new Rfc('XAXX010101000');
  /** The RFC for foreign residents without an RFC (RMF 2.7.1.23). */
  static readonly genericForeign = new Rfc('XEXX010101000');

  private constructor(private readonly text: string) {}

  /**
   * Parses an RFC in the SAT's format: upper case, no blanks or hyphens. The check digit is not
   * verified, because it is wrong in the generic RFCs and in some real RFCs.
   */
  static parse(text: string): Rfc | undefined {
    const match = pattern.exec(text);
    if (match === null) return undefined;
    // The year has two digits, so 29 February is accepted if it exists in either century.
    const year = 2000 + Number(match[1]);
    return Number(match[3]) <= daysInMonth(year, Number(match[2])) ? new Rfc(text) : undefined;
  }

  get kind(): PersonKind {
    return this.text.length === 12 ? 'moral' : 'fisica';
  }

  isGenericNational(): boolean {
    return this.equals(Rfc.genericNational);
  }

  isGenericForeign(): boolean {
    return this.equals(Rfc.genericForeign);
  }

  isGeneric(): boolean {
    return this.isGenericNational() || this.isGenericForeign();
  }

  equals(other: Rfc): boolean {
    return this.text === other.text;
  }

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** States which part of a text prevents it from being an RFC, with the content of that part. */
export type RfcFault =
  | { part: 'length'; count: number }
  | { part: 'letters'; count: number; letters: number }
  | { part: 'date'; date: string }
  | { part: 'end' };

/** Returns the first part of a text that prevents it from being an RFC. */
export function rfcFault(text: string): RfcFault {
  const count = [...text].length;
  if (count !== 12 && count !== 13) return { part: 'length', count };
  const letters = count - 9;
  if (!/^[A-Z&Ñ]+$/.test(text.slice(0, letters))) return { part: 'letters', count, letters };
  const date = text.slice(letters, letters + 6);
  const isDate = Rfc.parse(`${text.slice(0, letters)}${date}AAA`) !== undefined;
  return isDate ? { part: 'end' } : { part: 'date', date };
}

/**
 * Whether the last character is the SAT's check digit (modulus 11). The check digit is only used for
 * warnings.
 */
export function hasRfcCheckDigit(rfc: Rfc): boolean {
  const text = rfc.toString();
  return text.endsWith(rfcCheckDigit(text.slice(0, -1)));
}

const digitValues = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ';

function rfcCheckDigit(body: string): string {
  // The RFC of a legal entity gets a leading blank, so that both kinds of RFC have the same length.
  const sum = [...body.padStart(12, ' ')].reduce(
    (total, character, index) => total + digitValues.indexOf(character) * (13 - index),
    0,
  );
  const remainder = sum % 11;
  return remainder === 0 ? '0' : remainder === 1 ? 'A' : String(11 - remainder);
}

/** Whether the text is the RFC of a natural person and not a generic RFC. */
export function isPersonRfc(text: string): boolean {
  const rfc = Rfc.parse(text);
  return rfc?.kind === 'fisica' && !rfc.isGeneric();
}
