// Reads the codes of refusals from docs/errors.md, with their meaning in Spanish.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spanishOfRefusal, spanishOfWord } from '../../packages/api/src/texts/spanish.ts';

/** @typedef {{ code: string, kind: 'code' | 'issue' | 'reason', sentence: string, spanish: string }} Word */

/** The lists of docs/errors.md by their headings; other lists there have no words of ours. */
const kinds = /** @type {const} */ ({
  '## `error.code`': 'code',
  '## `details.issues[].code`': 'issue',
  '## `details.reason`': 'reason',
});

/** @returns {Word[]} each word once for each kind, in the order of the list */
export function catalogue() {
  const text = readFileSync(join(import.meta.dirname, '..', 'errors.md'), 'utf8');
  /** @type {Word['kind'] | undefined} */
  let kind;
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) kind = kinds[/** @type {keyof typeof kinds} */ (line)];
    const [, code, sentence] = /^- `([a-z0-9_]+)`: (.+)$/.exec(line) ?? [];
    if (!kind || !code || !sentence) return [];
    const spanish = (kind === 'code' ? spanishOfRefusal : spanishOfWord)[code] ?? sentence;
    return [{ code, kind, sentence, spanish }];
  });
}
