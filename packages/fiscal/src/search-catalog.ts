import type { CalendarDate } from './calendar-date';
import { isInForce, type Catalog, type CatalogEntry } from './catalog';
import { catalog } from './catalogs';
import { rowOfKey, WordIndex } from './word-index';

export interface CatalogSearch {
  /** The query: a code or words. Without a query, the search returns all entries in code order. */
  query?: string;
  /** Only entries in force on this date are returned. */
  onDate?: CalendarDate;
  /** The page size from 1 to 1000; the default is 20. */
  limit?: number;
  /** The value of `next` on the previous page. */
  after?: number;
}

export interface CatalogPage {
  entries: CatalogEntry[];
  /**
   * The position of the next page; absent on the last page. The position is valid only for the same
   * catalogue and query.
   */
  next?: number;
}

const limitDefault = 20;
const limitMax = 1000;
const indexes = new WeakMap<Catalog, WordIndex>();

/**
 * Searches the entries of a catalogue; returns undefined for an unknown catalogue. The search
 * ignores case and accents. Each query word must be a prefix of a word in the code, the description
 * or the synonyms. The results are sorted by exact code, code prefixes, whole words and word
 * prefixes, each in code order.
 * @throws RangeError if `limit` or `after` is out of bounds
 */
export function searchCatalog(name: string, search: CatalogSearch = {}): CatalogPage | undefined {
  const found = catalog(name);
  if (found === undefined) return undefined;
  const { query = '', onDate, limit = limitDefault, after = -1 } = search;
  assertWithin('limit', limit, 1, limitMax);
  assertWithin('after', after, -1, 2 ** 32);
  const isListing = query.trim() === '';
  const keys = isListing ? undefined : indexOf(found).search(query).keys;
  const count = keys === undefined ? found.info.entryCount : keys.length;
  // If there is no query, the keys are the positions of the rows. If there is a query, the keys are
  // sorted but have gaps.
  const keyAt = (index: number) => (keys === undefined ? index : (keys[index] ?? 0));
  const entries: CatalogEntry[] = [];
  let last = after;
  for (let index = firstAfter(keys, after); index < count; index += 1) {
    const position = rowOfKey(keyAt(index));
    const entry = found.at(position);
    if (onDate === undefined ? found.isReplaced(position) : !isInForce(entry, onDate)) continue;
    if (entries.length === limit) return { entries, next: last };
    entries.push(entry);
    last = keyAt(index);
  }
  return { entries };
}

/** Returns the index of the first key greater than `after`. */
function firstAfter(keys: Uint32Array | undefined, after: number): number {
  if (keys === undefined) return after + 1;
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? 0) <= after) low = middle + 1;
    else high = middle;
  }
  return low;
}

function indexOf(found: Catalog): WordIndex {
  let index = indexes.get(found);
  if (index === undefined) {
    index = new WordIndex(searchableRows(found));
    indexes.set(found, index);
  }
  return index;
}

function* searchableRows(found: Catalog) {
  for (const { code, description, attributes } of found.entries()) {
    // The SAT separates synonyms with commas.
    const texts = found.info.searchable.map((column) => attributes[column] ?? '');
    const synonyms = texts.flatMap((text) => text.split(','));
    yield { code, description, synonyms };
  }
}

function assertWithin(name: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`${name} is not between ${min} and ${max}: ${value}`);
  }
}
