import { addDays, daysBetween } from '@timbre/fiscal';
import fc from 'fast-check';
import {
  comparedRange,
  intervals,
  periodsOf,
  piecesOf,
  spansOf,
  startOf,
  type Grain,
} from './report-range';

test.each([
  ['week', '2026-11-08', '2026-11-02'],
  ['week', '2026-11-09', '2026-11-09'],
  ['quarter', '2026-06-30', '2026-04-01'],
  ['year', '2026-06-30', '2026-01-01'],
] as const)('the %s of %s begins on %s', (interval, date, start) => {
  expect(startOf(interval, date)).toBe(start);
});

test('piecesOf divides a range into whole years, whole months, and days at its ends', () => {
  expect(piecesOf({ from: '2024-10-30', to: '2026-02-03' }, 'year')).toEqual([
    { grain: 'day', from: '2024-10-30', to: '2024-10-31' },
    { grain: 'month', from: '2024-11-01', to: '2024-12-31' },
    { grain: 'year', from: '2025-01-01', to: '2025-12-31' },
    { grain: 'month', from: '2026-01-01', to: '2026-01-31' },
    { grain: 'day', from: '2026-02-01', to: '2026-02-03' },
  ]);
});

test('spansOf returns whole months if they have few facts, and otherwise shorter spans', () => {
  const days = [
    { day: '2026-01-30', facts: 4 },
    { day: '2026-02-03', facts: 1 },
    { day: '2026-02-05', facts: 3 },
    { day: '2026-02-06', facts: 9 },
    { day: '2026-02-20', facts: 1 },
  ];
  expect(spansOf(days, 4)).toEqual([
    { from: '2026-01-01', to: '2026-01-31' },
    { from: '2026-02-01', to: '2026-02-05' },
    { from: '2026-02-06', to: '2026-02-19' },
    { from: '2026-02-20', to: '2026-02-28' },
  ]);
  expect(spansOf([], 4)).toEqual([]);
});

test.each([
  ['previous_period', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['previous_period', '2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
  ['previous_period', '2026-03-10', '2026-03-19', '2026-02-28', '2026-03-09'],
  ['previous_year', '2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
  ['previous_year', '2024-02-29', '2024-03-01', '2023-02-28', '2023-03-01'],
] as const)('%s of %s to %s is %s to %s', (compareTo, from, to, otherFrom, otherTo) => {
  expect(comparedRange({ from, to }, compareTo)).toEqual({ from: otherFrom, to: otherTo });
});

const range = fc
  .tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 730 }))
  .map(([start, days]) => {
    const from = addDays('2020-01-01', start);
    return { from, to: addDays(from, days) };
  });

/** Whether the pieces follow each other without a gap, from the first day to the last day. */
const covers = (whole: { from: string; to: string }, parts: { from: string; to: string }[]) =>
  parts[0]!.from === whole.from &&
  parts.at(-1)!.to === whole.to &&
  parts.every((part, at) => daysBetween(part.from, part.to) >= 0 &&
    (at === 0 || part.from === addDays(parts[at - 1]!.to, 1))); // prettier-ignore

test('the pieces of a range contain each day of the range exactly once', () => {
  fc.assert(
    fc.property(range, fc.constantFrom<Grain>('day', 'month', 'year'), (whole, grain) =>
      covers(whole, piecesOf(whole, grain)),
    ),
  );
  fc.assert(
    fc.property(range, fc.constantFrom(...intervals), (whole, interval) =>
      covers(whole, periodsOf(whole, interval)),
    ),
  );
});
