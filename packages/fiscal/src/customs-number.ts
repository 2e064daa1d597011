import type { CalendarDate } from './calendar-date';
import { requiredCatalog } from './catalogs';
import type { Issue } from './issue';

const parts = /^(\d{2}) {1,2}(\d{2}) {1,2}(\d{4}) {1,2}(\d{7})$/;
/**
 * A two-digit year is interpreted as a past year if it is at most this number of years ago, and otherwise as
 * a future year.
 */
const yearsMax = 50;

/**
 * Returns a customs number (NumeroPedimento) in the SAT's format: year, customs office, broker and number
 * with two blanks between them, 21 characters. Returns undefined for a text that is not a customs number.
 */
export function customsNumber(text: string): string | undefined {
  return parts.exec(text.trim())?.slice(1).join('  ');
}

const noBroker = '0000';

/** The text of a fault in a customs number, in both languages. */
type FaultText = Readonly<Record<'en' | 'es', string>>;

/**
 * Returns the first fault of a customs number in a document of the given date; undefined if the number has no
 * fault (CFDI40194, CFDI40199, CP174). The number must have 21 characters, a broker, a year that is not after
 * the date, and an office in c_Aduana. According to c_NumPedimentoAduana, the broker must also have operated
 * at the office in that year. The number in a stamped document is not compared with this catalogue, because
 * the PAC has compared the number with the catalogue of the stamping date.
 * @param isStamped whether the document already has a stamp
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

/** Returns the fault of a customs number as an issue at the path; undefined if the number has no fault. */
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

/** The texts begin with a lower-case letter, because they follow a colon. */
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

/**
 * The first fiscal year that c_NumPedimentoAduana covers. Seven rows of the catalogue are for earlier years.
 */
const firstYear = 2007;

/**
 * Whether c_NumPedimentoAduana contains the office and the broker of a customs number for the year. The SAT
 * adds rows every two weeks, some of them for the previous year, so only years up to two years before the
 * date of Timbre's copy are checked.
 *
 * The first group of a customs number is the year of validation. The number may have been assigned earlier:
 * in the previous year for a consolidated customs declaration, or in the year of the original declaration for
 * a rectification (cfdv40.xsd, annotation of NumeroPedimento). It is sufficient that the catalogue has a row
 * for one of these two years.
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

/** The number of years after the import within which goods are usually sold. */
const usualYears = 10;

/**
 * Whether a valid customs number is unusual: its year is more than ten years ago, or contradicts the first
 * digit of its last group. This digit is the last digit of the year or, for a consolidated declaration, of
 * the previous year. Only a rectification has a different digit (cfdv40.xsd, annotation of NumeroPedimento).
 */
export function isCustomsNumberUnusual(number: string, date: CalendarDate): boolean {
  const years = Number(date.slice(0, 4)) - yearOf(number, date);
  return yearsBehind(number) > 1 || years > usualYears;
}

/**
 * Returns the number of years, 0 to 9, between the year in the last group and the year in the first group.
 */
const yearsBehind = (number: string): number => {
  const [year, , , last = ''] = number.split('  ');
  return (Number(year) - Number(last[0]) + 10) % 10;
};

/**
 * Returns the full year for the two-digit year of a customs number: at most fifty years before the year of
 * the date, and a future year in all other cases.
 */
function yearOf(number: string, date: CalendarDate): number {
  const present = Number(date.slice(0, 4));
  const years = (present - Number(number.slice(0, 2)) + 100) % 100;
  return present - (years > yearsMax ? years - 100 : years);
}
