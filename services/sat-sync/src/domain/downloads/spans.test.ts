import { halvesOf, monthsOf, spansOf, unusedSpan } from './spans';

/** The shortest span, in seconds, that the SAT accepts. */
const secondsMin = 2;
const secondsOf = ({ from, to }: { from: string; to: string }) =>
  (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 1_000;

describe('dividing the times of missing documents into spans', () => {
  test('spansOf returns spans of at most 31 days that contain all missing documents', () => {
    const times = ['2025-12-31T23:59:59', '2026-01-01T00:00:00', '2026-02-01T00:00:00'];
    expect(spansOf(times)).toEqual([
      { from: '2025-12-31T23:59:59', to: '2026-01-01T00:00:01' },
      { from: '2026-02-01T00:00:00', to: '2026-02-01T00:00:02' },
    ]);
  });

  test.each([
    ['one', ['2026-10-05T10:00:00']],
    ['some of one second', Array<string>(3).fill('2026-10-05T10:00:00')],
    ['two of two seconds', ['2026-10-05T10:00:00', '2026-10-05T10:00:01']],
  ])('the spans of missing documents are as long as the SAT accepts: %s', (_, times) => {
    const spans = spansOf(times);
    expect(spans).toHaveLength(1);
    expect(secondsOf(spans[0]!)).toBeGreaterThanOrEqual(secondsMin);
  });
});

describe('dividing a period into months', () => {
  test('monthsOf returns all months in the years of a period, up to today', () => {
    expect(monthsOf('2025-12-15', '2026-02-01', '2026-01-31T23:59:59')).toEqual([
      { from: '2025-12-15T00:00:00', to: '2025-12-31T23:59:59' },
      { from: '2026-01-01T00:00:00', to: '2026-01-31T23:59:59' },
    ]);
    expect(monthsOf('2024-02-29', '2024-02-29', '2026-01-01T00:00:00')).toEqual([
      { from: '2024-02-29T00:00:00', to: '2024-02-29T23:59:59' },
    ]);
  });

  test('monthsOf leaves out spans that the SAT would refuse as too short', () => {
    expect(monthsOf('2026-01-01', '2026-01-01', '2026-01-01T00:00:01')).toEqual([]);
  });
});

test('halvesOf leaves no gap between the halves and returns no half that is shorter than the SAT accepts', () => {
  for (const to of ['2026-01-01T00:00:05', '2026-01-01T00:00:06', '2026-01-31T23:59:59']) {
    const [first, second] = halvesOf({ from: '2026-01-01T00:00:00', to })!;
    expect([first.from, second.to]).toEqual(['2026-01-01T00:00:00', to]);
    expect(secondsOf({ from: first.to, to: second.from })).toBe(1);
    for (const half of [first, second]) expect(secondsOf(half)).toBeGreaterThanOrEqual(secondsMin);
  }
  expect(halvesOf({ from: '2026-01-01T00:00:00', to: '2026-01-01T00:00:04' })).toBeUndefined();
});

test('unusedSpan shifts the end of a span by at most a minute', () => {
  const span = { from: '2026-01-01T00:00:00', to: '2026-01-01T00:00:58' };
  const used = new Set(['2026-01-01T00:00:58']);
  expect(unusedSpan(span, used)).toEqual({ ...span, to: '2026-01-01T00:00:59' });
  for (let second = 58; second <= 118; second += 1)
    used.add(new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString().slice(0, 19));
  expect(unusedSpan(span, used)).toBeUndefined();
});
