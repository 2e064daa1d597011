import { foldLetters } from '@timbre/fiscal';
import type { satSync } from '@timbre/contract';
import { hasWords, query, wordPatterns, type Filter } from '@timbre/kit';
import { declarationList } from '../store/declarations';

/**
 * SQL that reduces the text to be searched to letters and digits. The texts of PDFs can lack
 * blanks, and capture lines are printed with blanks between groups.
 */
const letters = `regexp_replace(r.search_text, '[^a-z0-9]', '', 'g')`;

/**
 * Returns a pattern for each word of the query, made from the letters and digits of the word. A query
 * without any letters or digits matches no declaration.
 */
function patternsOf(search: string): string[] {
  const found = wordPatterns(search.split(/\s+/).map(foldLetters).join(' '));
  return found.length > 0 ? found : [''];
}

export const listDeclarations = query((read, request: satSync.ListDeclarationsRequest) => {
  const { query: words, ...page } = request.page ?? {};
  const filters: Filter[] = [['r.fiscal_year = $1::int', request.fiscalYear]];
  if (words !== undefined) filters.push([hasWords(letters, '$1'), patternsOf(words)]);
  return read.page(declarationList, page, filters);
});
