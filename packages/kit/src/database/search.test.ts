import { wordPatterns } from './search';

it.each([
  ['molido Café', ['%molido%', '%cafe%']],
  ['  Ñandú ', ['%nandu%']],
  ['uno UNO dos', ['%uno%', '%dos%']],
  ['100%_\\', ['%100\\%\\_\\\\%']],
  [' ', []],
])('a search for %j finds the words %j', (search, patterns) => {
  expect(wordPatterns(search)).toEqual(patterns);
});
