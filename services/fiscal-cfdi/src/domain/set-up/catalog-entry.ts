import type { CatalogEntry } from '@timbre/fiscal';

/** An entry as the API shows it: the columns of its catalogue beside code, words and dates. */
export function entryJson({ attributes, ...entry }: CatalogEntry): Record<string, string> {
  return { ...entry, ...attributes };
}
