import type { CatalogEntry } from '@timbre/fiscal';

/**
 * An entry in the form of the API, which has code, description and dates at the same level as the catalogue's
 * own columns.
 */
export function entryJson({ attributes, ...entry }: CatalogEntry): Record<string, string> {
  return { ...entry, ...attributes };
}
