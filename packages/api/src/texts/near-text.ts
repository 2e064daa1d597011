import { nearCodes, type CalendarDate } from '@timbre/fiscal';
import { say, type Said, type TextKey } from './text';

/** The key of a text that exists in two forms: with and without a suggested value. */
type NearKey = { [Key in TextKey]: `${Key}_near` extends TextKey ? Key : never }[TextKey];

/** Renders a text. If a valid value is similar to the given value, the text suggests that value. */
export const sayNear = (
  key: NearKey,
  near: string | undefined,
  values: Readonly<Record<string, string>>,
): Said => (near ? say(`${key}_near`, { ...values, near }) : say(key, values));

/** The maximum length of a code that a message quotes. */
const shownMax = 60;

/**
 * Returns the message for a code that is missing in a SAT catalogue, with similar codes and the
 * operation that searches the catalogue.
 */
export function sayUnknownCode(
  key: 'not_in_catalog' | 'catalog_code_unknown',
  catalog: string,
  given: string,
  onDate: CalendarDate,
): Said {
  const code = given.slice(0, shownMax);
  const near = nearCodes(catalog, code, onDate)
    .map((one) => `${one.code} (${one.description})`)
    .join(', ');
  return sayNear(key, near, { catalog, code, search: `/v1/sat/catalogs/${catalog}?query=…` });
}

/** Returns the message for a code that is not active in a SAT catalogue on a date. */
export const sayNotActive = (catalog: string, given: string, onDate: CalendarDate): Said =>
  sayUnknownCode('not_in_catalog', catalog, given, onDate);
