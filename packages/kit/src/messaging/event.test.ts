import { isNewer, newestOf, streamOf, subjectPrefix } from './event';

describe('isNewer', () => {
  test.each([
    [1, undefined, true],
    [2, 1, true],
    [5, 1, true],
    [1, 1, false],
    [1, 2, false],
  ])('an event at %s over a projection at %s is applied: %s', (incoming, known, expected) => {
    expect(isNewer(incoming, known)).toBe(expected);
  });

  test('any order of delivery results in the highest version', () => {
    for (const order of [
      [1, 2, 3],
      [3, 1, 2],
      [2, 3, 1],
      [3, 2, 1],
      [2, 2, 3, 1, 3],
    ]) {
      let known: number | undefined;
      for (const version of order) if (isNewer(version, known)) known = version;
      expect(known).toBe(3);
    }
  });
});

test('the subjects and the stream of a service with a dash in its name have an underscore', () => {
  expect(subjectPrefix('fiscal-cfdi')).toBe('fiscal_cfdi');
  expect(streamOf('fiscal-cfdi')).toBe('FISCAL_CFDI');
  expect(streamOf('fiscal_cfdi')).toBe('FISCAL_CFDI');
});

describe('newestOf', () => {
  it('newestOf returns only the newest state of each aggregate, in the order of first occurrence', () => {
    const states = [
      { id: 'b', version: 2 },
      { id: 'a', version: 1 },
      { id: 'b', version: 1 },
      { id: 'a', version: 3 },
    ];
    expect([...newestOf(states, ({ id }) => id).values()]).toEqual([states[0], states[3]]);
  });
});
