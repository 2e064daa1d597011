import type { CalendarDate } from './calendar-date';
import { requiredCatalog } from './catalogs';
import type { Issue } from './issue';

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

/** The text of a fault in both languages. */
type FaultText = Readonly<Record<'en' | 'es', string>>;

/**
 * Returns the first fault of a customs number in a document of the date; undefined if it has none
 * (CFDI40194, CFDI40199, CP174). The number must have 21 characters, a broker, a year that is not
 * later than the date, and an office of c_Aduana. The broker must also have operated at the office in
 * the year, according to c_NumPedimentoAduana. The number of a document with a stamp is not compared with this
 * catalogue, because the PAC compared it with the catalogue of that day.
 * @param isStamped whether the document has a stamp already
 */
export function customsNumberFault(
  number: string,
  date: CalendarDate,
  isStamped = false,
): FaultText | undefined {
  if (customsNumber(number) !== number) return faults.form();
  const [, office = '', broker = ''] = number.split('  ');
  if (broker === noBroker) return faults.broker();
  const year = yearOf(number, date);
  if (year > Number(date.slice(0, 4))) return faults.year(year);
  if (!requiredCatalog('c_Aduana').isActive(office, date)) return faults.office(office);
  return isStamped || isOperated(number, year)
    ? undefined
    : faults.combination(office, broker, year);
}

/** Returns the fault of a customs number as an issue at the path; undefined if it has none. */
export function customsNumberIssue(
  number: string,
  path: Issue['path'],
  date: CalendarDate,
): Issue | undefined {
  const fault = customsNumberFault(number, date);
  if (fault === undefined) return undefined;
  const text = { key: 'customs_number_fault', values: { fault } };
  return { path, code: 'customs_number_invalid', message: `Customs number: ${fault.en}`, text };
}

/** The texts begin with a small letter, because they follow a colon. */
const faults = {
  form: () => ({
    en: 'write year, office, broker and number with two blanks between them: 26  48  3009  6001234.',
    es: 'escriba año, aduana, patente y número con dos espacios entre ellos: 26  48  3009  6001234.',
  }),
  broker: () => ({
    en: 'no broker has the patent 0000; write the broker of the customs declaration in the third group.',
    es: 'ningún agente tiene la patente 0000; escriba en el tercer grupo la patente del pedimento.',
  }),
  year: (year: number) => ({
    en: `its year, ${year}, is in the future; correct the first two digits.`,
    es: `su año, ${year}, es futuro; corrija los dos primeros dígitos.`,
  }),
  office: (office: string) => ({
    en: `the customs office ${office} is not an active code of c_Aduana; correct the second group.`,
    es: `la aduana ${office} no es una clave vigente de c_Aduana; corrija el segundo grupo.`,
  }),
  combination: (office: string, broker: string, year: number) => ({
    en:
      `the broker ${broker} did not operate at the customs office ${office} in ${year} (c_NumPedimentoAduana, ` +
      `${office}-${broker}); compare year, office and broker with the customs declaration.`,
    es:
      `la patente ${broker} no operó en la aduana ${office} en ${year} (c_NumPedimentoAduana, ` +
      `${office}-${broker}); compare año, aduana y patente con el pedimento.`,
  }),
};

/** The first fiscal year of c_NumPedimentoAduana; it has seven rows of earlier years. */
const firstYear = 2007;

/**
 * Whether c_NumPedimentoAduana has the office and the broker of a number of the year. The SAT adds rows every
 * two weeks, some of them for the year before, so only years up to two years before our copy are judged.
 *
 * The first group of a number is the year of its validation. The number may have been assigned earlier: the year
 * before if the customs declaration is consolidated, or the year of the original declaration if it is a
 * rectification (cfdv40.xsd, annotation of NumeroPedimento). A row of either year is enough.
 */
function isOperated(number: string, year: number): boolean {
  const operated = requiredCatalog('c_NumPedimentoAduana');
  const lastYear = Number(operated.info.asOf.slice(0, 4)) - 2;
  if (year < firstYear || year > lastYear) return true;
  const [, office = '', broker = ''] = number.split('  ');
  const ranges = operated.get(`${office}-${broker}`, 'latest')?.description.split(' ') ?? [];
  const assigned = year - yearsBehind(number);
  return ranges.some((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return [year, assigned].some((one) => from <= one && one <= to);
  });
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
  const years = Number(date.slice(0, 4)) - yearOf(number, date);
  return yearsBehind(number) > 1 || years > usualYears;
}

/** Returns the number of years, 0 to 9, from the year in which the last group was assigned to the first group. */
const yearsBehind = (number: string): number => {
  const [year, , , last = ''] = number.split('  ');
  return (Number(year) - Number(last[0]) + 10) % 10;
};

/**
 * Returns the full year of the number's two-digit year: at most fifty years before the year of the date,
 * otherwise a year in the future.
 */
function yearOf(number: string, date: CalendarDate): number {
  const present = Number(date.slice(0, 4));
  const years = (present - Number(number.slice(0, 2)) + 100) % 100;
  return present - (years > yearsMax ? years - 100 : years);
}
