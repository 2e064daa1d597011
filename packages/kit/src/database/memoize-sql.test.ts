import { memoizeSql } from './memoize-sql';

it('a memoized SQL text is built once per key', () => {
  const write = jest.fn(({ table }: { table: string }) => `select from ${table}`);
  const textOf = memoizeSql(write);
  const [one, other] = [{ table: 'one' }, { table: 'other' }];
  expect([one, other, one, other].map(textOf)).toEqual([
    'select from one',
    'select from other',
    'select from one',
    'select from other',
  ]);
  expect(write).toHaveBeenCalledTimes(2);
});

it('at most a thousand SQL texts are cached, and further texts are still built', () => {
  const write = jest.fn((name: string) => `select ${name}`);
  const textOf = memoizeSql(write);
  for (let n = 0; n < 1_000; n++) textOf(`${n}`);
  expect([textOf('late'), textOf('late'), textOf('0')]).toEqual([
    'select late', 'select late', 'select 0',
  ]); // prettier-ignore
  expect(write).toHaveBeenCalledTimes(1_002);
});
