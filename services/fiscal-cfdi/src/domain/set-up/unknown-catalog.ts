import { sayNear, type Said } from '@timbre/api';
import { catalogs, nearest } from '@timbre/fiscal';

/** The maximum number of characters of an unknown catalogue name that a message contains. */
const shownMax = 60;

/** Returns the message for an unknown catalogue name, which suggests the most similar known name. */
export function unknownCatalog(given: string): Said {
  const name = given.slice(0, shownMax);
  const names = catalogs().map((one) => one.name);
  return sayNear('catalog_unknown', nearest(name, names), { name });
}
