import { createClaimSize, createClaimWaits, createTurns } from './due-turns';

const rowsOf = (...organizations: string[]) => organizations.map((org_id) => ({ org_id, id: 'x' }));

/** Simulates the next claim, which finds rows of these organizations. */
function claim(
  turns: ReturnType<typeof createTurns>,
  organizations: string[],
  { isFull = true, full = [] as string[] } = {},
): string[] | undefined {
  const leftOut = turns.leftOut(full);
  if (leftOut) turns.take(rowsOf(...organizations), { isFull, leftOut });
  return leftOut;
}

describe('turns', () => {
  it('no organization is excluded after a claim that found no other organization, until the next tick of the timer', () => {
    const turns = createTurns();
    expect(claim(turns, ['a', 'a'])).toEqual([]);
    expect(claim(turns, [], { isFull: false })).toEqual(['a']);
    for (let count = 0; count < 3; count += 1) expect(claim(turns, ['a', 'a'])).toEqual([]);
    turns.tick();
    expect(claim(turns, ['a', 'a'])).toEqual(['a']);
  });

  it('an organization that had its turn is excluded again as soon as another organization has due rows', () => {
    const turns = createTurns();
    claim(turns, ['a', 'a']);
    claim(turns, [], { isFull: false });
    expect(claim(turns, ['a', 'b'])).toEqual([]);
    expect(claim(turns, ['c', 'c'])).toEqual(['a', 'b']);
  });

  it('after each organization with due rows had its turn, the turns start again without a claim that finds nothing', () => {
    const turns = createTurns();
    claim(turns, ['a', 'a']);
    claim(turns, ['b', 'b']);
    claim(turns, [], { isFull: false });
    expect(claim(turns, ['a', 'a'])).toEqual([]);
    expect(claim(turns, ['b', 'b'])).toEqual(['a']);
    expect(claim(turns, ['a', 'a'])).toEqual([]);
  });

  it('no claim is made while all organizations with due rows use their share of the concurrent places', () => {
    const turns = createTurns();
    expect(claim(turns, [], { isFull: false, full: ['a'] })).toEqual(['a']);
    expect(claim(turns, ['b'], { full: ['a'] })).toBeUndefined();
    expect(claim(turns, ['a'], { isFull: false })).toEqual([]);
    turns.tick();
    expect(claim(turns, ['b'], { full: ['a'] })).toEqual(['a']);
  });
});

test('the waits for another worker double up to 200 ms, and start again after a claim', () => {
  const waits = createClaimWaits();
  const seen = Array.from({ length: 8 }, () => waits.next());
  expect(seen).toEqual([5, 10, 20, 40, 80, 160, 200, 200]);
  waits.reset();
  expect(waits.next()).toBe(5);
});

const more = { isFull: true, isDry: false };

describe('the size of a claim', () => {
  it('the size of a claim is initially the number of free places', () => {
    expect(createClaimSize().next(8)).toBe(8);
  });

  it('the size of a claim doubles while claims are full and their rows finish quickly, up to a limit', () => {
    const size = createClaimSize();
    const sizes: number[] = [];
    for (let claim = 0; claim < 6; claim += 1) {
      sizes.push(size.next(8));
      size.take(size.next(8), more, claim * 10);
    }
    expect(sizes).toEqual([8, 8, 16, 32, 64, 64]);
  });

  it('the size of a claim is unchanged while organizations that had their turn have more rows', () => {
    const size = createClaimSize();
    for (let claim = 0; claim < 4; claim += 1) size.take(size.next(8), more, claim * 10);
    size.take(3, { isFull: false, isDry: false }, 40);
    expect(size.next(2)).toBe(64);
  });

  it('the size of a claim shrinks to the free places when nothing more is due', () => {
    const size = createClaimSize();
    for (let claim = 0; claim < 4; claim += 1) size.take(size.next(8), more, claim * 10);
    size.take(3, { isFull: false, isDry: true }, 40);
    expect(size.next(2)).toBe(2);
  });

  it('the size of a claim is at most the number of rows that finish in half a second', () => {
    const size = createClaimSize();
    size.take(8, more, 0);
    size.take(8, more, 400);
    expect(size.next(1)).toBe(10);
    size.take(10, more, 10_400);
    expect(size.next(1)).toBe(1);
  });
});
