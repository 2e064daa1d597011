import { plusBusinessDays } from './business-days';

test.each([
  ['Friday plus one is Monday', '2026-11-20T18:00:00Z', 1, '2026-11-23T18:00:00.000Z'],
  ['Wednesday plus three is Monday', '2026-11-18T18:00:00Z', 3, '2026-11-23T18:00:00.000Z'],
  ['a Monday that is a holiday is skipped', '2026-11-13T18:00:00Z', 1, '2026-11-17T18:00:00.000Z'],
  ['Saturday plus one is Monday', '2026-11-21T18:00:00Z', 1, '2026-11-23T18:00:00.000Z'],
  // At 03:00 UTC on Saturday, it is still Friday evening in central Mexico.
  ['the day is that of central Mexico', '2026-11-21T03:00:00Z', 1, '2026-11-24T03:00:00.000Z'],
])('%s', (_case, from, days, expected) => {
  expect(plusBusinessDays(new Date(from), days).toISOString()).toBe(expected);
});
