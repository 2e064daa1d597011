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

const noBroker = '0000';

/**
 * Whether a number in the SAT's form may be in a document of the date: it is of no later year, from
 * an office of c_Aduana and has a broker (CFDI40194).
 */
export function isCustomsNumberValid(number: string, date: CalendarDate): boolean {
  const [, office = '', broker] = number.split('  ');
  if (broker === noBroker) return false;
  return yearsSince(number, date) <= yearsMax && requiredCatalog('c_Aduana').isActive(office, date);
}

/** More years ago than goods are usually sold after their import. */
const usualYears = 10;

/**
 * Whether a valid number is unusual: of more than ten years ago, or with another year in the first
 * digit of its last group. That is the last digit of the year or, for a consolidated number, of the
 * one before; only a rectification has others (cfdv40.xsd, annotation of NumeroPedimento).
 */
export function isCustomsNumberUnusual(number: string, date: CalendarDate): boolean {
  const [year, , , last = ''] = number.split('  ');
  const behind = (Number(year) - Number(last[0]) + 10) % 10;
  return behind > 1 || yearsSince(number, date) > usualYears;
}

/** Whole years since the year of two digits. */
const yearsSince = (number: string, date: CalendarDate): number =>
  (Number(date.slice(2, 4)) - Number(number.slice(0, 2)) + 100) % 100;
