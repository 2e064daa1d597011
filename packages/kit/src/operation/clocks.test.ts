import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { createClocks, followClocks, storeClock } from './clocks';
import { createRun } from './long-command';

let service: ServiceRuntime;
beforeAll(async () => {
  const migrations = [{ name: '0001-clocks', class: followClocks('clocks') }];
  service = await serviceRuntime({ service: 'clocks', entities: [], migrations, constraints: {} });
});
afterAll(() => service.close());

const context = callContext();
const store = (aheadMs: number) =>
  createRun(service.runtime, context).step((tx) => storeClock(tx, aheadMs));

it('a stored clock only advances, regardless of the order of its events', async () => {
  for (const aheadMs of [1_000, 5_000, 3_000]) await store(aheadMs);
  const rows = await service.rows('select ahead_ms::int from organization_clocks');
  expect(rows).toEqual([{ ahead_ms: 5_000 }]);
});

it('SQL uses the time of an organization, with and without an advanced clock', async () => {
  await store(90 * 86_400_000);
  const [row] = await service.asOrganization<{ ahead: number; other: number }>(
    context.organizationId,
    `select extract(epoch from business_now($1) - now())::int as ahead,
       extract(epoch from business_now($2) - now())::int as other`,
    [context.organizationId, callContext().organizationId],
  );
  expect(row).toEqual({ ahead: 90 * 86_400, other: 0 });
});

it('a process uses the most advanced offset that it has read or received from a caller', async () => {
  const pool = { query: () => Promise.resolve({ rows: [{ org_id: 'a', ahead_ms: '2000' }] }) };
  const { clocks, reading } = createClocks(pool as never, service.runtime.logger);
  expect([clocks.aheadMsOf('a'), clocks.learn('a', undefined)]).toEqual([undefined, undefined]);
  expect(clocks.learn('a', 1_000)).toBe(1_000);
  await reading.pass();
  expect(clocks.learn('a', 1_000)).toBe(2_000);
  expect(clocks.aheadMsOf('a')).toBe(2_000);
  await reading.stop();
});
