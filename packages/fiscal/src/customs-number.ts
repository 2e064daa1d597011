import type { CalendarDate } from './calendar-date';
import { requiredCatalog } from './catalogs';

const parts = /^(\d{2}) {1,2}(\d{2}) {1,2}(\d{4}) {1,2}(\d{7})$/;
/** The year has two digits: more years ago are years to come. */
const yearsMax = 50;

/**
 * A customs number (NumeroPedimento) in the SAT's form: year, customs office, broker and number with
 * two blanks between them, 21 characters. Undefined for any text that is not such a number.
 */
export function customsNumber(text: string): string | undefined {
  return parts.exec(text.trim())?.slice(1).join('  ');
}

/**
 * Whether a number in the SAT's form may be in a document of the date: it is of no later year and
 * from an office of c_Aduana (CFDI40194).
 */
export function isCustomsNumberValid(number: string, date: CalendarDate): boolean {
  const [year, office = ''] = number.split('  ');
  const age = (Number(date.slice(2, 4)) - Number(year) + 100) % 100;
  return age <= yearsMax && requiredCatalog('c_Aduana').isActive(office, date);
}
