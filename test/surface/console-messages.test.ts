import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { piecesOf, places } from '../../console/src/calls.ts';
import { operations } from '../../gateway/src/edge/operations';
import { spanishOfRefusal, spanishOfWord, texts } from '../../packages/api/src';

const errors = readFileSync(join(__dirname, '../../docs/errors.md'), 'utf8');

/**
 * The messages of the API in both languages. The message of a search contains its path only at run
 * time.
 */
const messages = [
  ...Object.values(texts).flatMap(({ en, es }) => [en, es]),
  ...Object.values(spanishOfWord),
  ...Object.values(spanishOfRefusal),
  ...errors.split('\n'),
].map((message) => message.replaceAll('{search}', '/v1/sat/catalogs/c_FormaPago?query=…'));

const textsIn = (message: string) => piecesOf(message).filter((piece) => typeof piece === 'string');

it('the console shows no API request in any message of the API', () => {
  const naming = messages.filter((message) => /\/v1\//.test(message));
  expect(naming.length).toBeGreaterThan(20);
  const left = naming.filter((message) => /\/v1\//.test(textsIn(message).join('')));
  expect(left).toEqual([]);
});

it('each request for which the console shows a page is an operation', () => {
  const calls = operations.map(({ method, path }) => `${method} ${path}`);
  const known = Object.keys(places).map((call) => call.replace('/pdf', '/{format}'));
  expect(known.filter((call) => !calls.includes(call))).toEqual([]);
});

const home = { kind: 'page', path: ['home'], names: ['home', 'readiness'] };

it.each([
  ['set RFC and name with PUT /v1/fiscal/profile.', ['set RFC and name on ', home, '.']],
  ['délo con PUT /v1/fiscal/profile.', ['délo en ', home, '.']],
  [
    'Search it with GET /v1/sat/catalogs/c_UsoCFDI?query=….',
    ['Search it in ', { kind: 'catalog', catalog: 'c_UsoCFDI' }, '.'],
  ],
  ['GET /v1/settings/transport lists the codes.', [{ kind: 'api' }, ' lists the codes.']],
  [
    'bórrelos con DELETE /v1/fiscal/certificates/{certificateId} antes',
    ['bórrelos con ', { kind: 'api' }, ' antes'],
  ],
  ['The SAT says POST.', ['The SAT says POST.']],
  ['', []],
])('the console replaces the request in "%s" by the name of a console page', (message, pieces) => {
  expect(piecesOf(message)).toEqual(pieces);
});
