import { fold } from '@timbre/fiscal';

/**
 * The condition that a folded column contains all words of `wordPatterns`, in any order. With
 * `coalesce` PostgreSQL expects half of the rows to match, and reads them in the order of the page.
 * With a plain `like` PostgreSQL expects so few rows that it sorts all of them.
 * @param values the placeholder of the patterns
 */
export const hasWords = (column: string, values: string): string =>
  `coalesce(${column} like all(${values}::text[]), false)`;

/**
 * The patterns of a search, one for each word, without regard to case and accents. A search without words
 * finds everything.
 */
export function wordPatterns(search: string): string[] {
  const words = new Set(fold(search).split(/\s+/).filter(Boolean));
  return [...words].map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/**
 * The patterns that a trigram index can look up, the longest first, at most three. A pattern needs three
 * letters or digits in a row, or one or two beside a sign, such as the number in `a-26`.
 */
export const indexedPatterns = (patterns: readonly string[]): string[] =>
  patterns
    .filter((pattern) =>
      /[a-z0-9]{3}|[!-/:-@[-`{-~][a-z0-9]|[a-z0-9]{2}[!-/:-@[-`{-~]/.test(wordOf(pattern)),
    )
    .toSorted((one, other) => other.length - one.length)
    .slice(0, 3);

/**
 * The words of a search of one or two letters or digits. They are no parts of words but their beginnings, because
 * nearly every row contains them, and a trigram index needs three letters.
 */
export const shortWords = (search: string): string[] => [
  ...new Set(
    fold(search)
      .split(/\s+/)
      .filter((word) => /^[a-z0-9]{1,2}$/.test(word)),
  ),
];

/** The condition that words of a folded column begin with all short words. @param values as for `hasWords` */
export const hasBeginnings = (column: string, values: string): string =>
  `coalesce(${column} ~ all(${values}::text[]), false)`;

/** The values of `hasBeginnings`. A word begins after a blank or a sign. */
export const beginningPatterns = (words: readonly string[]): string[] =>
  words.map((word) => `(^|[^a-z0-9])${word}`);

const wordOf = (pattern: string): string => pattern.slice(1, -1).replace(/\\(.)/g, '$1');

/**
 * The folded text of a column in SQL, for lists that are too short for a column of folded text. The
 * patterns of `wordPatterns` are compared with it.
 */
export const foldedText = (text: string): string =>
  `lower(regexp_replace(normalize(${text}, nfd), '[\\u0300-\\u036f]', '', 'g'))`;
