import type { CatalogEntry } from '@timbre/fiscal';

/**
 * Converts a catalogue entry to the form of the API, in which the catalogue's own columns are at the same
 * level as code, description and dates.
 */
export function entryJson({ attributes, ...entry }: CatalogEntry): Record<string, string> {
  return { ...entry, ...attributes };
}
