import { leaseMs, triesMax, waitMs } from './stamp-schedule';

describe('waitMs', () => {
  it('waitMs grows with each retry up to a maximum', () => {
    const waits = Array.from({ length: 40 }, (_, tries) => waitMs(tries));
    expect(waits[0]).toBe(5_000);
    expect(waits.every((wait, index) => index === 0 || wait >= waits[index - 1]!)).toBe(true);
    expect(Math.max(...waits)).toBe(600_000);
  });

  it('all stamp attempts of a receipt together take at least three hours', () => {
    const all = Array.from({ length: triesMax }, (_, tries) => waitMs(tries));
    expect(all.reduce((sum, wait) => sum + wait)).toBeGreaterThan(3 * 3_600_000);
  });
});

test('a lease is longer than two calls of 30 s each', () => {
  expect(leaseMs).toBeGreaterThan(60_000);
});
