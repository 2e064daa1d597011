import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  catalogueFile,
  errorCatalogue,
  words,
  wordsFile,
  wordsModule,
} from '../../scripts/runtime/error-catalogue.mjs';

const root = join(__dirname, '..', '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const folders = [
  'gateway',
  'packages/api',
  'packages/fiscal',
  'packages/items',
  'packages/kit',
  'packages/sheets',
  'services/*',
].map((folder) => `${folder}/src/**/*.ts`);
const sources = globSync(folders, { cwd: root })
  .filter((file) => !/authority-simulator|\.test\.ts$/.test(file))
  .map((file) => [file, read(file)] as const);

const { issue, reason } = words();
const listed = new Set([...issue.keys(), ...reason.keys()]);

/** Returns the error codes in the text of a file, found independently of the catalogue's parser. */
const raisedIn = (text: string): string[] =>
  [
    /path: [^{}]{0,80}code: '([a-z0-9_]+)'/g,
    /\bcode: '([a-z0-9_]+)',\s*message[:,\s}]/g,
    /\bwithCode\(\s*'([a-z0-9_]+)'/g,
    /\bconflict\(\s*(?:'(?:[^'\\]|\\.)*'|`[^`]*`|\w+),\s*'([a-z0-9_]+)'/g,
    /\breason: '([a-z0-9_]+)', message/g,
  ].flatMap((pattern) => [...text.matchAll(pattern)].map(([, word]) => word!));

/** Codes of provider responses and of the closed set of refusals, which are in other lists. */
const others = new Set([
  'custom',
  'credentials',
  'malformed_request',
  'validation_error',
  'not_found',
]);

describe('the catalogue of refusals', () => {
  it('the catalogue of refusals matches the sources: node scripts/error-catalogue.mjs writes it', () => {
    expect(read(catalogueFile)).toBe(errorCatalogue());
    expect(read(wordsFile)).toBe(wordsModule());
  });

  it('the catalogue of refusals has a sentence for every code', () => {
    const silent = [...issue, ...reason].filter(([, sentence]) => !/\w\w/.test(sentence));
    expect(silent).toEqual([]);
    expect(listed.size).toBeGreaterThan(100);
  });

  it('the catalogue of refusals lists every code that a source raises', () => {
    const missing = sources.flatMap(([file, text]) =>
      raisedIn(text)
        .filter((word) => !listed.has(word) && !others.has(word))
        .map((word) => `${file}: ${word}`),
    );
    expect(missing).toEqual([]);
  });

  it('the catalogue of refusals lists no code that no source raises', () => {
    const all = [
      ...sources.map(([, text]) => text),
      read('packages/kit/src/database/page.ts'),
    ].join();
    // The code `no_cancelable` is a member name in a record of messages, so it has no quotes.
    const composed = ['code_taken', 'sku_taken', 'no_cancelable'];
    const idle = [...listed].filter(
      (word) => !composed.includes(word) && !new RegExp(`['"\`]${word}['"\`]`).test(all),
    );
    expect(idle).toEqual([]);
  });
});
