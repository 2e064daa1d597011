import { say, type Said } from '@timbre/api';
import { catalogs, nearCodes, nearest, type CalendarDate } from '@timbre/fiscal';

/** Longer names are not repeated in a message. */
const shownMax = 60;

/** Says that no catalogue has a name, and which name comes near. */
export function unknownCatalog(given: string): Said {
  const name = given.slice(0, shownMax);
  const near = nearest(
    name,
    catalogs().map((one) => one.name),
  );
  return near ? say('catalog_unknown_near', { name, near }) : say('catalog_unknown', { name });
}

/** Says that a catalogue does not have a code, and which ones come near. */
export function unknownCode(catalog: string, given: string, onDate: CalendarDate): Said {
  const code = given.slice(0, shownMax);
  const near = nearCodes(catalog, code, onDate)
    .map((one) => `${one.code} (${one.description})`)
    .join(', ');
  const values = { catalog, code, search: `/v1/sat/catalogs/${catalog}?query=…` };
  return near
    ? say('catalog_code_unknown_near', { ...values, near })
    : say('catalog_code_unknown', values);
}
