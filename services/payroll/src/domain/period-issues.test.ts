import { periodIssues } from './period-issues';
import { samplePeriod } from './sample-receipt';

const codesOf = (change: Partial<typeof samplePeriod>) =>
  periodIssues({ ...samplePeriod, ...change }).map((issue) => issue.code);

describe('periodIssues', () => {
  it.each([
    ['a fortnight', {}, []],
    ['a single day', { periodEndedOn: '2026-06-01' }, []],
    ['a long month', { periodStartedOn: '2026-05-01', periodEndedOn: '2026-05-31' }, []],
    [
      'a period that ends before it begins',
      { periodEndedOn: '2026-05-31' },
      ['period_out_of_order'],
    ],
    ['more than a month', { periodEndedOn: '2026-07-02' }, ['period_too_long']],
    [
      'the year of an aguinaldo',
      {
        kind: 'extraordinary',
        periodStartedOn: '2026-01-01',
        periodEndedOn: '2026-12-31',
      } as const,
      [],
    ],
    ['a frequency by commission', { paymentFrequency: '09' }, ['unsupported_frequency']],
  ])('of %s', (_, change, expected) => {
    expect(codesOf(change)).toEqual(expected);
  });
});
