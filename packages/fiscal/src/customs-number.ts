import type { CalendarDate } from './calendar-date';
import { requiredCatalog } from './catalogs';

const parts = /^(\d{2}) {1,2}(\d{2}) {1,2}(\d{4}) {1,2}(\d{7})$/;
/** The number of years after which a two-digit year is read as a year in the future. */
const yearsMax = 50;

/**
 * Returns a customs number (NumeroPedimento) in the SAT's format: year, customs office, broker and
 * number with two blanks between them, 21 characters. Returns undefined for a text that is not a
 * customs number.
 */
export function customsNumber(text: string): string | undefined {
  return parts.exec(text.trim())?.slice(1).join('  ');
}

const noBroker = '0000';

/**
 * Whether a number in the SAT's format is valid in a document of the date: its year is not later, its office
 * is in c_Aduana, and it contains a broker (CFDI40194).
 */
export function isCustomsNumberValid(number: string, date: CalendarDate): boolean {
  const [, office = '', broker] = number.split('  ');
  if (broker === noBroker) return false;
  return yearsSince(number, date) <= yearsMax && requiredCatalog('c_Aduana').isActive(office, date);
}

/** The number of years after their import within which goods are usually sold. */
const usualYears = 10;

/**
 * Whether a valid number is unusual: its year is more than ten years ago, or contradicts the first digit of
 * its last group. The first digit of the number is the last digit of the year or, in a consolidated
 * number, of the year before. Only a rectification has another digit (cfdv40.xsd, annotation of
 * NumeroPedimento).
 */
export function isCustomsNumberUnusual(number: string, date: CalendarDate): boolean {
  const [year, , , last = ''] = number.split('  ');
  const behind = (Number(year) - Number(last[0]) + 10) % 10;
  return behind > 1 || yearsSince(number, date) > usualYears;
}

/** Returns the number of years since the number's two-digit year. */
const yearsSince = (number: string, date: CalendarDate): number =>
  (Number(date.slice(2, 4)) - Number(number.slice(0, 2)) + 100) % 100;
