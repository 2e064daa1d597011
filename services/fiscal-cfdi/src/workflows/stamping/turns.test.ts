import { AsyncLocalStorage } from 'node:async_hooks';
import { takingTurns } from './turns';

test('so many go on at a time, in the order in which they came', async () => {
  const inTurn = takingTurns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const works = [0, 1, 2, 3].map((n) =>
    inTurn(() => {
      begun.push(n);
      return new Promise<number>((resolve) => ends.push(() => resolve(n)));
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]!();
  await works[1];
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2]);
  for (const n of [0, 2]) ends[n]!();
  await works[2];
  await new Promise(setImmediate);
  ends[3]!();
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3]);
});

test('each goes on in the scope of who asked, not of who was before', async () => {
  const scope = new AsyncLocalStorage<string>();
  const inTurn = takingTurns(1);
  const asked = (name: string) =>
    scope.run(name, () =>
      inTurn(async () => {
        await new Promise(setImmediate);
        return scope.getStore();
      }),
    );
  expect(await Promise.all(['first', 'second', 'third'].map(asked))).toEqual([
    'first',
    'second',
    'third',
  ]);
});

test('one that fails fails alone', async () => {
  const inTurn = takingTurns(1);
  const failed = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(() => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
