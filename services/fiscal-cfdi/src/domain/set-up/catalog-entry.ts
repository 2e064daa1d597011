import type { CatalogEntry } from '@timbre/fiscal';

/** An entry as the API shows it: its columns next to code, description and dates. */
export function entryJson({ attributes, ...entry }: CatalogEntry): Record<string, string> {
  return { ...entry, ...attributes };
}
