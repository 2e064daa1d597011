import type { activitySummary, activitySummaryQuery } from '@timbre/api';
import { invalid, query, type Answer } from '@timbre/kit';
import type { z } from 'zod';
import { countRequests, type CountedRequests } from '../store/activity';

type Asked = z.output<typeof activitySummaryQuery>;
type Summary = Answer<typeof activitySummary>;
type Counts = Summary['totals'];
type Interval = Summary['interval'];

const dayMs = 86_400_000;
const lengths: Record<Interval, { ms: number; daysMax: number }> = {
  hour: { ms: 3_600_000, daysMax: 31 },
  day: { ms: dayMs, daysMax: 400 },
};

/**
 * Counts requests by interval and operation, with percentiles of the durations. A request is
 * counted at most a second after its response. The possible refusal is validation_error
 * (period_reversed, period_too_long).
 */
export const summarize = query(async (read, asked: Asked) => {
  const { interval = 'day', operation } = asked;
  const dateTo = asked.dateTo ?? dayOf(read.now.getTime());
  const dateFrom = asked.dateFrom ?? dayOf(Date.parse(dateTo) - 6 * dayMs);
  const [fromMs, untilMs] = [Date.parse(dateFrom), Date.parse(dateTo) + dayMs];
  requirePeriod(fromMs, untilMs, interval);
  const counted = async (by: Parameters<typeof countRequests>[1]) => {
    const rows = await countRequests(read, by, [fromMs, untilMs], operation);
    return new Map(rows.map((row) => [row.key, shown(row)]));
  };
  const [totals, series, operations] = await Promise.all([
    counted('totals'),
    counted(interval),
    counted('operations'),
  ]);
  const summary: Summary = {
    dateFrom,
    dateTo,
    interval,
    totals: totals.get('all') ?? none,
    series: startsOf(fromMs, untilMs, lengths[interval].ms).map((startsAt) => ({
      startsAt,
      ...(series.get(startsAt) ?? none),
    })),
    operations: [...operations]
      .map(([name, counts]) => ({ operation: name, ...counts }))
      .sort(
        (one, other) => other.requests - one.requests || (one.operation < other.operation ? -1 : 1),
      ),
  };
  return Buffer.from(JSON.stringify({ data: summary }));
});

const none: Counts = { requests: 0, succeeded: 0, refused: 0, failed: 0, errorRate: 0 };

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

function startsOf(fromMs: number, untilMs: number, stepMs: number): string[] {
  const count = Math.ceil((untilMs - fromMs) / stepMs);
  return Array.from({ length: count }, (_, n) => new Date(fromMs + n * stepMs).toISOString());
}

function requirePeriod(fromMs: number, untilMs: number, interval: Interval): void {
  const { daysMax } = lengths[interval];
  const code = untilMs <= fromMs ? 'period_reversed' : 'period_too_long';
  if (untilMs > fromMs && untilMs - fromMs <= daysMax * dayMs) return;
  const message =
    code === 'period_reversed'
      ? 'dateTo comes before dateFrom.'
      : `By ${interval} a summary covers at most ${daysMax} days.`;
  throw invalid([{ path: ['dateTo'], code, message }]);
}

function shown({ p50, p95, ...row }: CountedRequests): Counts {
  const [requests, succeeded, refused, failed] = [
    Number(row.requests),
    Number(row.succeeded),
    Number(row.refused),
    Number(row.failed),
  ];
  const errorRate = Math.round(((refused + failed) / requests) * 10_000) / 10_000;
  const percentiles = { ...(p50 !== null && { p50Ms: p50 }), ...(p95 !== null && { p95Ms: p95 }) };
  return { requests, succeeded, refused, failed, errorRate, ...percentiles };
}
