import { nearCodes, type CalendarDate } from '@timbre/fiscal';
import { say, type Said, type TextKey } from './text';

/** A text with a second form for a value to which another comes near. */
type NearKey = { [Key in TextKey]: `${Key}_near` extends TextKey ? Key : never }[TextKey];

/** Says a text, and which known value comes near the given one where there is any. */
export const sayNear = (
  key: NearKey,
  near: string | undefined,
  values: Readonly<Record<string, string>>,
): Said => (near ? say(`${key}_near`, { ...values, near }) : say(key, values));

/** Longer codes are not repeated in a message. */
const shownMax = 60;

/** Says that a SAT catalogue does not have a code, which codes come near, and where to search. */
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

/** Says that a code is not active in a SAT catalogue on a date. */
export const sayNotActive = (catalog: string, given: string, onDate: CalendarDate): Said =>
  sayUnknownCode('not_in_catalog', catalog, given, onDate);
