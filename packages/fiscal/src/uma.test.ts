import { Decimal } from './decimal';
import { figuresOf } from './law/law';
import { umaOn } from './uma';

it('the UMA has the same value on each day from February to January', () => {
  expect(`${umaOn('2026-01-31')?.daily} ${umaOn('2026-02-01')?.daily}`).toBe('113.14 117.31');
  expect([umaOn('2023-01-31'), umaOn('2027-02-01')]).toEqual([undefined, undefined]);
});

it.each(figuresOf('uma').map(({ value }) => value))(
  'the UMA of a month covers 30.4 days, and the UMA of a year 12 months',
  (uma) => {
    expect(uma.daily.times(Decimal.from('30.4')).round(2).equals(uma.monthly)).toBe(true);
    expect(uma.monthly.times(Decimal.from(12)).equals(uma.annual)).toBe(true);
  },
);
