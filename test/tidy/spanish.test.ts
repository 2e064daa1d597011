import { spanishOfRefusal, spanishOfWord, texts } from '../../packages/api/src';
import { refusals } from '../../packages/kit/src';
import { words } from '../../scripts/runtime/error-catalogue.mjs';

const { issue, reason } = words();

it('every code of an issue, a warning or a reason has a Spanish meaning', () => {
  const missing = [...issue.keys(), ...reason.keys()].filter((word) => !(word in spanishOfWord));
  expect(missing).toEqual([]);
});

it('every Spanish meaning belongs to an existing code', () => {
  const known = new Set([...issue.keys(), ...reason.keys()]);
  expect(Object.keys(spanishOfWord).filter((word) => !known.has(word))).toEqual([]);
});

it('every code of the closed set of error codes has a Spanish meaning', () => {
  expect(Object.keys(spanishOfRefusal).sort()).toEqual(Object.keys(refusals).sort());
});

it('no Spanish text is equal to its English text', () => {
  const english = Object.values(texts).filter(({ en, es }) => en === es);
  expect(english).toEqual([]);
});
