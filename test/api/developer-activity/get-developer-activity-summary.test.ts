import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf } from '../refused';
import { until } from '../until';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const path = '/v1/developer-activity/summary';

describe('200', () => {
  it('getDeveloperActivitySummary counts requests by interval and operation, with errors and percentiles', async () => {
    for (let count = 0; count < 3; count += 1) await api.request('GET', '/v1/contacts');
    await api.request('GET', '/v1/contacts/x');
    const ask = () => api.request('GET', `${path}?interval=hour`);
    const isCounted = ({ json }: Awaited<ReturnType<typeof ask>>) => json.data.totals.refused > 0;
    const { data } = (await until(60_000, ask, isCounted)).json;
    expect(data.operations).toContainEqual({
      operation: 'listContacts',
      requests: 3,
      succeeded: 3,
      refused: 0,
      failed: 0,
      errorRate: 0,
      p50Ms: expect.any(Number) as number,
      p95Ms: expect.any(Number) as number,
    });
    expect(data.totals).toMatchObject({ refused: 1, failed: 0 });
    expect(data.totals.p50Ms).toBeLessThanOrEqual(data.totals.p95Ms);
    expect(data.series).toHaveLength(7 * 24);
    const sum = (data.series as { requests: number }[]).reduce((all, one) => all + one.requests, 0);
    expect(sum).toBe(data.totals.requests);
    const one = await api.request('GET', `${path}?operation=getContact`);
    expect(one.json.data).toMatchObject({ interval: 'day', totals: { requests: 1, errorRate: 1 } });
  });
});

it('getDeveloperActivitySummary answers 400 for more days than the interval allows, and for a last day before the first day', async () => {
  const issues = async (query: string) => issuesOf(await api.request('GET', `${path}${query}`));
  const year = '?dateFrom=2025-01-01&dateTo=2026-01-01';
  expect(await issues(year)).toEqual([]);
  expect(await issues(`${year}&interval=hour`)).toEqual(['dateTo: period_too_long']);
  expect(await issues('?dateFrom=2024-01-01&dateTo=2026-01-01')).toEqual([
    'dateTo: period_too_long',
  ]);
  expect(await issues('?dateFrom=2026-01-02&dateTo=2026-01-01')).toEqual([
    'dateTo: period_reversed',
  ]);
  expect(await issues('?dateFrom=2100-01-01')).toEqual(['dateTo: period_reversed']);
});
