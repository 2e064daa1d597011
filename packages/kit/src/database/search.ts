import { fold } from '@timbre/fiscal';

/**
 * The condition that a folded column has all the words of `wordPatterns`, in any order. PostgreSQL takes
 * `coalesce` for true in half of the rows, so it reads in the order of the page; of `like` alone it expects so
 * few rows that it sorts all of them.
 * @param values the placeholder of the patterns
 */
export const hasWords = (column: string, values: string): string =>
  `coalesce(${column} like all(${values}::text[]), false)`;

/** The patterns of a search, a word each, whatever its case and accents. A search without words finds everything. */
export function wordPatterns(search: string): string[] {
  const words = new Set(fold(search).split(/\s+/).filter(Boolean));
  return [...words].map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
