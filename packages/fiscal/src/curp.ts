import { isCalendarDate, type CalendarDate } from './calendar-date';

/** The pattern of t_CURP in tdCFDI.xsd (SAT, read 2026-11-21). Sex X is valid since 2023. */
const pattern = new RegExp(
  '^[A-Z][AEIOUX][A-Z]{2}' +
    '(\\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])[MHX]' +
    '([ABCMTZ]S|[BCJMOT]C|[CNPST]L|[GNQ]T|[GQS]R|C[MH]|[MY]N|[DH]G|NE|VZ|DF|SP)' +
    '[B-DF-HJ-NP-TV-Z]{3}([0-9A-Z])\\d$',
);

/** A key of the population registry (CURP), with the registry's pattern and an existing date. */
export class Curp {
  private constructor(
    private readonly text: string,
    readonly bornOn: CalendarDate,
  ) {}

  /**
   * Parses a CURP in upper case; undefined for any other text. The function does not verify the
   * check digit.
   */
  static parse(text: string): Curp | undefined {
    const match = pattern.exec(text);
    if (match === null) return undefined;
    const [, year = '', month = '', day = '', , discriminator = ''] = match;
    // The second to last character determines the century: a digit up to 1999, a letter since 2000.
    const century = /\d/.test(discriminator) ? '19' : '20';
    const bornOn = `${century}${year}-${month}-${day}`;
    return isCalendarDate(bornOn) ? new Curp(text, bornOn) : undefined;
  }

  /**
   * Returns the sex as the letter of the population registry: H (male), M (female) or X
   * (nonbinary).
   */
  get sex(): 'H' | 'M' | 'X' {
    return this.text.charAt(10) as 'H' | 'M' | 'X';
  }

  /**
   * Returns the two letters of the state in the registry, in which `DF` is Mexico City and `NE`
   * means born abroad.
   */
  get birthStateCode(): string {
    return this.text.slice(11, 13);
  }

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }
}

const digitValues = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Whether the check digit is valid (Instructivo Normativo para la asignación de la CURP). */
export function hasCurpCheckDigit(curp: Curp): boolean {
  const text = curp.toString();
  const sum = [...text.slice(0, 17)].reduce(
    (total, character, index) => total + digitValues.indexOf(character) * (18 - index),
    0,
  );
  return Number(text.charAt(17)) === (10 - (sum % 10)) % 10;
}

/** Whether the text is a CURP with a valid check digit. */
export function isCurp(text: string): boolean {
  const curp = Curp.parse(text);
  return curp !== undefined && hasCurpCheckDigit(curp);
}
