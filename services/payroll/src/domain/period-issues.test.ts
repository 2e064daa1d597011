import { addDays } from '@timbre/fiscal';
import { periodIssues } from './period-issues';
import { samplePeriod } from '../../test/sample-receipt';

const codesOf = (change: Partial<typeof samplePeriod>) =>
  periodIssues({ ...samplePeriod, ...change }).map((issue) => issue.code);

const oneDay = { periodEndedOn: samplePeriod.periodStartedOn };

describe('periodIssues', () => {
  it.each([
    ['a fortnight', {}, []],
    ['a day paid by the fortnight', { periodEndedOn: '2026-06-01' }, ['period_too_short']],
    [
      'a period that ends before it begins',
      { periodEndedOn: '2026-05-31' },
      ['period_out_of_order'],
    ],
    ['a month paid by the fortnight', { periodEndedOn: '2026-06-30' }, ['period_too_long']],
    [
      'the year of an aguinaldo',
      {
        kind: 'extraordinary',
        periodStartedOn: '2026-01-01',
        periodEndedOn: '2026-12-31',
      } as const,
      [],
    ],
    ['a day of an extraordinary payment', { kind: 'extraordinary', ...oneDay } as const, []],
    [
      'more than a year',
      { kind: 'extraordinary', periodEndedOn: '2027-06-02' } as const,
      ['period_too_long'],
    ],
    ['a frequency by commission', { paymentFrequency: '09' }, ['unsupported_frequency']],
    [
      'more than a month by commission',
      { paymentFrequency: '09', periodEndedOn: '2026-07-02' },
      ['unsupported_frequency', 'period_too_long'],
    ],
  ])('periodIssues of %s are as expected', (_, change, expected) => {
    expect(codesOf(change)).toEqual(expected);
  });

  it.each([
    ['01', '2026-06-01', '2026-06-01', 1, 1],
    ['02', '2025-12-29', '2026-01-04', 7, 7],
    ['03', '2026-06-01', '2026-06-14', 14, 14],
    ['04', '2026-02-16', '2026-02-28', 13, 16],
    ['04', '2026-05-16', '2026-05-31', 13, 16],
    ['05', '2026-02-01', '2026-02-28', 28, 31],
    ['05', '2026-05-01', '2026-05-31', 28, 31],
    ['10', '2026-02-21', '2026-02-28', 8, 11],
    ['10', '2026-05-21', '2026-05-31', 8, 11],
  ])(
    'periodIssues accept only the length of a period of frequency %s, from %s to %s',
    (...given) => {
      const [paymentFrequency, periodStartedOn, periodEndedOn, min, max] = given;
      const period = { paymentFrequency, periodStartedOn };
      const lastOf = (days: number) => addDays(periodStartedOn, days - 1);
      expect(codesOf({ ...period, periodEndedOn })).toEqual([]);
      expect(codesOf({ ...period, periodEndedOn: lastOf(max + 1) })).toEqual(['period_too_long']);
      const below = min === 1 ? 'period_out_of_order' : 'period_too_short';
      expect(codesOf({ ...period, periodEndedOn: lastOf(min - 1) })).toEqual([below]);
    },
  );
});
