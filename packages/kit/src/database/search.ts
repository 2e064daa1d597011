import { fold } from '@timbre/fiscal';

/**
 * Returns the condition that a folded column contains all words of `wordPatterns`, in any order.
 * With `coalesce`, PostgreSQL expects half of the rows to match, and reads them in the order of the
 * page. With a plain `like`, PostgreSQL expects so few rows that it sorts all of them.
 * @param values are the SQL parameter with the patterns
 */
export const hasWords = (column: string, values: string): string =>
  `coalesce(${column} like all(${values}::text[]), false)`;

/**
 * Returns the `like` patterns of a search, one per word, ignoring case and accents. A search
 * without words matches everything.
 */
export function wordPatterns(search: string): string[] {
  const words = new Set(fold(search).split(/\s+/).filter(Boolean));
  return [...words].map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/**
 * Returns at most three patterns that a trigram index can look up, longest first. A pattern needs
 * three consecutive letters or digits, or one or two next to a punctuation mark, such as the number
 * in `a-26`.
 */
export const indexedPatterns = (patterns: readonly string[]): string[] =>
  patterns
    .filter((pattern) =>
      /[a-z0-9]{3}|[!-/:-@[-`{-~][a-z0-9]|[a-z0-9]{2}[!-/:-@[-`{-~]/.test(wordOf(pattern)),
    )
    .toSorted((one, other) => other.length - one.length)
    .slice(0, 3);

/**
 * Returns the words of a search that have only one or two letters or digits. These words are
 * matched only as prefixes, because nearly every row contains them somewhere, and a trigram index
 * needs three letters.
 */
export const shortWords = (search: string): string[] => [
  ...new Set(
    fold(search)
      .split(/\s+/)
      .filter((word) => /^[a-z0-9]{1,2}$/.test(word)),
  ),
];

/**
 * Returns the condition that a folded column contains words that begin with all short words. @param
 * values as for `hasWords`
 */
export const hasBeginnings = (column: string, values: string): string =>
  `coalesce(${column} ~ all(${values}::text[]), false)`;

/** Returns the patterns for `hasBeginnings`. A word begins after a blank or a punctuation mark. */
export const beginningPatterns = (words: readonly string[]): string[] =>
  words.map((word) => `(^|[^a-z0-9])${word}`);

const wordOf = (pattern: string): string => pattern.slice(1, -1).replace(/\\(.)/g, '$1');

/**
 * Returns SQL that folds a column's text, for lists that are too short for a stored column of
 * folded text. The result is compared with the patterns of `wordPatterns`.
 */
export const foldedText = (text: string): string =>
  `lower(regexp_replace(normalize(${text}, nfd), '[\\u0300-\\u036f]', '', 'g'))`;
