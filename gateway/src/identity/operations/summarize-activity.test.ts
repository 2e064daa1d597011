import { newId } from '@timbre/kit';
import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { entities } from '../store/entities';
import { migrations } from '../store/migrations';
import { bounds, bucketOf } from '../store/durations';
import { summarize } from './summarize-activity';

let gateway: ServiceRuntime;
beforeAll(async () => {
  gateway = await serviceRuntime({ service: 'gateway', entities, migrations, constraints: {} });
});
afterAll(() => gateway.close());

const count = (organizationId: string, hour: string, durations: number[], more: object = {}) => {
  const { operation, statusClass } = { operation: 'createCfdi', statusClass: 2, ...more };
  return gateway.rows(
    `insert into activity_hours (org_id, hour, operation, status_class, bucket, requests)
     select $1, $2, $3, $4, ${bucketOf('d')}, count(*) from unnest($5::float8[]) d group by 5`,
    [organizationId, hour, operation, statusClass, durations],
  );
};

const context = callContext();

it('the percentiles of several hours are close to the percentiles of all requests of these hours', async () => {
  const durations = Array.from({ length: 1_000 }, (_, n) => 1 + n * 0.5);
  await count(context.organizationId, '2026-11-01T10:00Z', durations.slice(0, 600));
  await count(context.organizationId, '2026-11-02T11:00Z', durations.slice(600));
  const days = { dateFrom: '2026-11-01', dateTo: '2026-11-02' };
  const { totals } = await gateway.answer(summarize, context, days);
  const { p50Ms, p95Ms } = totals as { p50Ms: number; p95Ms: number };
  expect(Math.abs(p50Ms / 251 - 1)).toBeLessThan(0.2);
  expect(Math.abs(p95Ms / 476 - 1)).toBeLessThan(0.2);
});

it('a summary counts every interval of its organization and excludes requests of other organizations', async () => {
  const own = { ...context, organizationId: newId() };
  await count(own.organizationId, '2026-11-01T23:00Z', [5, 5]);
  await count(own.organizationId, '2026-11-02T00:00Z', [5], { statusClass: 4 });
  await count(own.organizationId, '2026-11-03T00:00Z', [5]);
  const days = { dateFrom: '2026-11-01', dateTo: '2026-11-02' };
  expect(await gateway.answer(summarize, own, days)).toMatchObject({
    totals: { requests: 3, succeeded: 2, refused: 1, errorRate: 0.3333 },
    series: [
      { startsAt: '2026-11-01T00:00:00.000Z', requests: 2 },
      { startsAt: '2026-11-02T00:00:00.000Z', requests: 1, refused: 1 },
    ],
    operations: [{ operation: 'createCfdi', requests: 3 }],
  });
});

it.each([
  [0.2, 0],
  [1, 1],
  [bounds.at(-1)!, bounds.length],
  [1e9, bounds.length],
])('a duration of %s ms is in bucket %s', async (ms, bucket) => {
  const rows = await gateway.rows(`select ${bucketOf('$1::float8')} as bucket`, [ms]);
  expect(rows).toEqual([{ bucket }]);
});
