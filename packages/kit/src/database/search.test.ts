import { beginningPatterns, indexedPatterns, shortWords, wordPatterns } from './search';

it.each([
  ['molido Café', ['%molido%', '%cafe%']],
  ['  Ñandú ', ['%nandu%']],
  ['uno UNO dos', ['%uno%', '%dos%']],
  ['100%_\\', ['%100\\%\\_\\\\%']],
  [' ', []],
])('a search for %j finds the words %j', (search, patterns) => {
  expect(wordPatterns(search)).toEqual(patterns);
});

it.each([
  ['ab abc', ['%abc%']],
  ['a-2 b1- -c', ['%a-2%', '%b1-%', '%-c%']],
  ['una dos tres cuatro', ['%cuatro%', '%tres%', '%una%']],
  ['a_1', ['%a\\_1%']],
  ['ab 1 % _ \\ ñu', []],
])('of the words %j the index looks up %j', (search, patterns) => {
  expect(indexedPatterns(wordPatterns(search))).toEqual(patterns);
});

it.each([
  ['ju PÉ juan', ['ju', 'pe']],
  ['a A 7', ['a', '7']],
  ['a- % x_ abc', []],
])('the short words of %j are %j', (search, words) => {
  expect(shortWords(search)).toEqual(words);
});

it('a word begins at the start of the text, after a blank or after a punctuation mark', () => {
  const [pattern = ''] = beginningPatterns(['ju']);
  const matches = ['ju', 'don juan', 'x-ju', 'maju', 'j u'].map((text) =>
    RegExp(pattern).test(text),
  );
  expect(matches).toEqual([true, true, true, false, false]);
});
