import { createClaimSize } from './due-turns';

const more = { isFull: true, isDry: false };

describe('the size of a claim', () => {
  it('is the number of free places at first', () => {
    expect(createClaimSize().next(8)).toBe(8);
  });

  it('doubles while claims are full and their rows quickly done, up to a limit', () => {
    const size = createClaimSize();
    const sizes: number[] = [];
    for (let claim = 0; claim < 6; claim += 1) {
      sizes.push(size.next(8));
      size.take(size.next(8), more, claim * 10);
    }
    expect(sizes).toEqual([8, 8, 16, 32, 64, 64]);
  });

  it('stays while organizations that had their turn have more rows', () => {
    const size = createClaimSize();
    for (let claim = 0; claim < 4; claim += 1) size.take(size.next(8), more, claim * 10);
    size.take(3, { isFull: false, isDry: false }, 40);
    expect(size.next(2)).toBe(64);
  });

  it('shrinks to the free places once nothing more is due', () => {
    const size = createClaimSize();
    for (let claim = 0; claim < 4; claim += 1) size.take(size.next(8), more, claim * 10);
    size.take(3, { isFull: false, isDry: true }, 40);
    expect(size.next(2)).toBe(2);
  });

  it('is no larger than the number of rows that are done in half a second', () => {
    const size = createClaimSize();
    size.take(8, more, 0);
    size.take(8, more, 400);
    expect(size.next(1)).toBe(10);
    size.take(10, more, 10_400);
    expect(size.next(1)).toBe(1);
  });
});
