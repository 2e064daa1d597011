import { spanishOfRefusal, spanishOfWord, texts } from '../../packages/api/src';
import { refusals } from '../../packages/kit/src';
import { words } from '../../scripts/runtime/error-catalogue.mjs';

const { issue, reason } = words();

it('every stable word of an issue, a warning or a reason has its meaning in Spanish', () => {
  const missing = [...issue.keys(), ...reason.keys()].filter((word) => !(word in spanishOfWord));
  expect(missing).toEqual([]);
});

it('no meaning in Spanish is left of a word that is gone', () => {
  const known = new Set([...issue.keys(), ...reason.keys()]);
  expect(Object.keys(spanishOfWord).filter((word) => !known.has(word))).toEqual([]);
});

it('every code of the closed set has its meaning in Spanish', () => {
  expect(Object.keys(spanishOfRefusal).sort()).toEqual(Object.keys(refusals).sort());
});

it('no text in Spanish is one in English', () => {
  const english = Object.values(texts).filter(({ en, es }) => en === es);
  expect(english).toEqual([]);
});
