import { foldLetters } from '@timbre/fiscal';
import type { satSync } from '@timbre/contract';
import { query } from '@timbre/kit';
import { declarationList } from '../store/declarations';

/** Compares only letters and digits, because PDFs lose blanks and capture lines are printed with blanks. */
const letters = `regexp_replace(r.search_text, '[^a-z0-9]', '', 'g')`;

export const listDeclarations = query((read, request: satSync.ListDeclarationsRequest) => {
  const { query: words, ...page } = request.page ?? {};
  const sought = words === undefined ? undefined : foldLetters(words).toLowerCase();
  return read.page(declarationList, page, [
    ['r.fiscal_year = $1::int', request.fiscalYear],
    // A query without a letter or digit finds nothing.
    ...(sought === undefined
      ? []
      : [[`${letters} like $1::text`, sought && `%${sought}%`] as [string, unknown]]),
  ]);
});
