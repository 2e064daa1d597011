import type { activitySummary, activitySummaryQuery } from '@timbre/api';
import { invalid, query, type Answer, type Reader } from '@timbre/kit';
import type { z } from 'zod';
import { percentile } from '../store/durations';

type Asked = z.output<typeof activitySummaryQuery>;
type Summary = Answer<typeof activitySummary>;
type Counts = Summary['totals'];
type Interval = Summary['interval'];

interface Row {
  key: string;
  requests: string;
  succeeded: string;
  refused: string;
  failed: string;
  p50: number | null;
  p95: number | null;
}

const dayMs = 86_400_000;
const lengths: Record<Interval, { ms: number; daysMax: number }> = {
  hour: { ms: 3_600_000, daysMax: 31 },
  day: { ms: dayMs, daysMax: 400 },
};

/** Counts by a key, one row for each; the buckets of a key add up to its percentiles. */
const countsBy = (key: string): string => `select key, sum(requests) as requests,
    sum(succeeded) as succeeded, sum(refused) as refused, sum(failed) as failed,
    ${percentile(0.5, 'c')} as p50, ${percentile(0.95, 'c')} as p95
  from (select key, bucket, requests, succeeded, refused, failed,
      sum(requests) over (partition by key order by bucket) as reached,
      sum(requests) over (partition by key) as total
    from (select ${key} as key, h.bucket, sum(h.requests) as requests,
        coalesce(sum(h.requests) filter (where h.status_class = 2), 0) as succeeded,
        coalesce(sum(h.requests) filter (where h.status_class = 4), 0) as refused,
        coalesce(sum(h.requests) filter (where h.status_class = 5), 0) as failed
      from activity_hours h
      where h.org_id = :org and h.hour >= $2 and h.hour < $3 and ($4::text is null or h.operation = $4)
      group by 1, 2) b) c
  group by key`;

const keys = {
  totals: `'all'`,
  operations: 'h.operation',
  hour: `instant(h.hour)`,
  day: `instant(date_trunc('day', h.hour, 'UTC'))`,
};

/**
 * Requests counted by interval and operation, with percentiles of their durations. The gateways count an
 * answered request within a second. Refusals: validation_error (period_reversed, period_too_long)
 */
export const summarize = query(async (read, asked: Asked) => {
  const { interval = 'day', operation } = asked;
  const dateTo = asked.dateTo ?? dayOf(read.now.getTime());
  const dateFrom = asked.dateFrom ?? dayOf(Date.parse(dateTo) - 6 * dayMs);
  const [fromMs, untilMs] = [Date.parse(dateFrom), Date.parse(dateTo) + dayMs];
  requirePeriod(fromMs, untilMs, interval);
  const counted = (key: string) => countsOf(read, key, [fromMs, untilMs], operation);
  const [totals, series, operations] = await Promise.all([
    counted(keys.totals),
    counted(keys[interval]),
    counted(keys.operations),
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

async function countsOf(
  read: Reader,
  key: string,
  period: [fromMs: number, untilMs: number],
  operation: string | undefined,
): Promise<Map<string, Counts>> {
  const values = [...period.map((ms) => new Date(ms)), operation ?? null];
  const rows = await read.rows<Row>(countsBy(key), values);
  return new Map(rows.map((row) => [row.key, shown(row)]));
}

function shown({ p50, p95, ...row }: Row): Counts {
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
