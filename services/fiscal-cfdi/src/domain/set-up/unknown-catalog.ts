import { sayNear, type Said } from '@timbre/api';
import { catalogs, nearest } from '@timbre/fiscal';

/** Longer names are not repeated in a message. */
const shownMax = 60;

/** Says that no catalogue has a name, and which name comes near. */
export function unknownCatalog(given: string): Said {
  const name = given.slice(0, shownMax);
  const names = catalogs().map((one) => one.name);
  return sayNear('catalog_unknown', nearest(name, names), { name });
}
