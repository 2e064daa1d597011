import { requiredCatalog, type CalendarDate } from '@timbre/fiscal';
import { isUnknown, nameOf } from './catalogue';

const OPERATED = 'c_NumPedimentoAduana';
const CENTURY = 100;
const BEGIN = 2007;

/**
 * Returns whether a customs number (pedimento) is wrong (CFDI40194, CFDI40199, CP174). The number begins
 * with the two digits of a year that is not in the future, followed by the customs office (a code of
 * c_Aduana) and by the patent. The patent must have operated at the customs office in the year of the
 * number, or in the year in which the serial number was assigned. The serial number begins with the last
 * digit of the year in which it was assigned. The catalogue begins with the year 2007. The copy of the
 * catalogue ends within a year, and may lack late rows of the year before. Numbers of these two years and
 * of later years are therefore not compared with the catalogue.
 */
export function isWrongPedimento(number: string, on: CalendarDate): boolean {
  const [digits, office = '', patent, serial] = number.split(/ +/);
  const today = Number(on.slice(0, 4));
  const age = (today - Number(digits) + CENTURY) % CENTURY;
  if (age > CENTURY / 2 || isUnknown('c_Aduana', office, on)) return true;
  const year = today - age;
  const copied = Number(requiredCatalog(OPERATED).info.asOf.slice(0, 4));
  if (year < BEGIN || year >= copied - 1) return false;
  const years = yearsIn(nameOf(OPERATED, `${office}-${patent}`, on) ?? '');
  const given = year - ((year - Number(serial?.[0])) % 10);
  return !years.has(year) && !years.has(given);
}

/**
 * Returns the years in a catalogue row, which contains single years and ranges such as `2003 2007-2026`.
 */
function yearsIn(description: string): ReadonlySet<number> {
  const years = new Set<number>();
  for (const [, first, last = first] of description.matchAll(/(\d{4})(?:-(\d{4}))?/g)) {
    for (let year = Number(first); year <= Number(last); year += 1) years.add(year);
  }
  return years;
}
