import { endOfDay, expiryIssues, selfInvoicingEnd } from './link-expiry';

it.each([
  ['2026-11-03', null, '2026-11-30'],
  ['2026-11-03', 7, '2026-11-10'],
  ['2026-11-28', 7, '2026-11-30'],
  ['2024-02-29', null, '2024-02-29'],
])('a sale of %s with %s days is invoiced until %s', (date, days, last) => {
  expect(selfInvoicingEnd(date, days)).toBe(last);
});

it('the expiry date of a link must be between today and ninety days from now', () => {
  const codes = (day: string) => expiryIssues(day, '2026-11-21').map(({ code }) => code);
  expect([codes('2026-11-21'), codes('2027-02-19')]).toEqual([[], []]);
  expect([codes('2026-11-20'), codes('2027-02-20')]).toEqual([
    ['expires_on_out_of_range'],
    ['expires_on_out_of_range'],
  ]);
});

it('a day ends at midnight in its time zone', () => {
  expect(endOfDay('2026-11-30', 'America/Cancun').toISOString()).toBe('2026-12-01T05:00:00.000Z');
});
