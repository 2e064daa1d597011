import type { CatalogEntry } from '@timbre/fiscal';

/** An entry in the form of the API: its columns beside code, description and dates. */
export function entryJson({ attributes, ...entry }: CatalogEntry): Record<string, string> {
  return { ...entry, ...attributes };
}
