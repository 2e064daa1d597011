import { createRun, type CallContext, type Runtime } from '@timbre/kit';
import { callContext, testPool, type ServiceRuntime } from '@timbre/testkit';
import { cfdiShape } from '../src/domain/cfdi-facts';
import { createComparison } from '../src/jobs/compare-rollups';
import { createFoldJobs } from '../src/jobs/fold-deltas';
import { fold } from '../src/store/rollups';
import { compareFacts } from '../src/workflows/compare-facts';
import { cfdiOf, foldNow, startReports, ingestCfdi } from './reports';

let service: ServiceRuntime;
let systemPool: ReturnType<typeof testPool>;
/** The errors that the jobs log. */
let logged: object[] = [];
let background: Parameters<typeof createComparison>[0];
beforeAll(async () => {
  service = await startReports();
  systemPool = testPool(service.database.systemUrl, 2);
  const logger = {
    ...service.runtime.logger,
    error: (announced: object) => void logged.push(announced),
  };
  const runtime = { ...service.runtime, logger } as unknown as Runtime;
  background = { runtime, systemPool } as typeof background;
});
beforeEach(() => void (logged = []));
afterAll(async () => {
  await systemPool.end();
  await service.close();
});

const spoil = ({ organizationId }: CallContext) =>
  service.rows(
    `update cfdi_rollup set total = total + 1
     where org_id = $1 and dimension = 'currency' and grain = 'day'`,
    [organizationId],
  );

const totalOf = async ({ organizationId }: CallContext, table = 'cfdi_rollup') => {
  const [row] = await service.rows<{ total: number }>(
    `select sum(total)::float8 as total from ${table} where org_id = $1`,
    [organizationId],
  );
  return row!.total;
};

/** Runs one pass of a background job. */
async function once(job: ReturnType<typeof createComparison>): Promise<void> {
  await job.pass();
  await job.stop();
}

it('the comparison corrects a wrong sum, and compares an organization at most once a day', async () => {
  const [context, other] = [callContext(), callContext()];
  for (const one of [context, other]) {
    await ingestCfdi(service, one, cfdiOf());
    await foldNow(service, one, cfdiShape);
  }
  const right = await totalOf(context);
  await spoil(context);
  await once(createComparison(background));
  expect(await totalOf(context)).toBe(right);
  const { organizationId } = context;
  expect(logged).toEqual([{ organizationId, report: 'cfdi', month: '2026-11-01', count: 1 }]);
  await spoil(other);
  await once(createComparison(background));
  expect(await totalOf(other)).toBe(right + 1);
  service.setClock('2026-11-22T15:00:01.000Z');
  await once(createComparison(background));
  expect(await totalOf(other)).toBe(right);
  expect(logged).toHaveLength(2);
});

it('the fold jobs add the deltas of all organizations to their sums', async () => {
  const contexts = [callContext(), callContext()];
  for (const one of contexts) await ingestCfdi(service, one, cfdiOf());
  for (const job of createFoldJobs(background)) await once(job);
  for (const one of contexts) {
    expect(await totalOf(one, 'cfdi_deltas')).toBeNull();
    expect(await totalOf(one)).toBeGreaterThan(0);
  }
  expect(logged).toEqual([]);
});

it('one pass of the job adds the deltas of more organizations than the job processes concurrently', async () => {
  const contexts = Array.from({ length: 9 }, () => callContext());
  for (const one of contexts) await ingestCfdi(service, one, cfdiOf());
  for (const job of createFoldJobs(background)) await once(job);
  for (const one of contexts) expect(await totalOf(one, 'cfdi_deltas')).toBeNull();
});

it('a comparison leaves out the deltas that another process is adding', async () => {
  const context = callContext();
  await ingestCfdi(service, context, cfdiOf());
  await createRun(service.runtime, context).step(async (tx) => {
    expect(await fold(tx, cfdiShape)).toBe(false);
    // The other process has the lock until its commit, so this pass must return without waiting.
    expect(await foldNow(service, context, cfdiShape)).toBeUndefined();
  });
  expect(await totalOf(context, 'cfdi_deltas')).toBeNull();
});

it('a pass of the job selects each organization only once, even if another process adds all deltas in the meantime', async () => {
  const contexts = Array.from({ length: 4 }, () => callContext());
  for (const one of contexts) await ingestCfdi(service, one, cfdiOf());
  const selected = jest.spyOn(systemPool, 'query');
  const held = contexts.reduceRight<() => Promise<void>>(
    (then, one) => () =>
      createRun(service.runtime, one).step(async (tx) => {
        await fold(tx, cfdiShape);
        await then();
      }),
    async () => {
      for (const job of createFoldJobs(background)) await once(job);
    },
  );
  await held();
  const selects = selected.mock.calls.filter(([sql]) => String(sql).includes('cfdi_deltas'));
  // Only three SQL statements are needed, because each statement leaves out organizations that were
  // already selected.
  expect(selects).toHaveLength(3);
  selected.mockRestore();
});

it('a month with many facts is compared in several parts, with the same result', async () => {
  const context = callContext();
  const { organizationId } = context;
  await ingestCfdi(service, context, cfdiOf({ issuedLocalDateTime: '2026-10-31T23:59:59' }));
  await ingestCfdi(service, context, cfdiOf({ issuedLocalDateTime: '2026-11-01T00:00:00' }));
  // Inserts twelve thousand copies of each document, half of them on a different day.
  await service.rows(
    `with copied as (insert into cfdi_facts select org_id, ref || n, day + n % 2, ${columns}
         from cfdi_facts, generate_series(1, 12000) n where org_id = $1 returning *)
       insert into cfdi_deltas (org_id, day, ${columns})
       select org_id, day, ${columns} from copied`,
    [organizationId],
  );
  while (await foldNow(service, context, cfdiShape)) continue;
  const run = createRun(service.runtime, context);
  expect(await compareFacts(run, [cfdiShape])).toEqual([]);
  await service.rows(`delete from cfdi_rollup where org_id = $1 and starts_on = '2026-11-02'`, [
    organizationId,
  ]);
  // The comparison finds one wrong sum for each dimension of the day and one wrong sum without a
  // dimension.
  expect(await compareFacts(run, [cfdiShape])).toEqual([
    { report: 'cfdi', month: '2026-11-01', count: cfdiShape.groups.length + 1 },
  ]);
  expect(await compareFacts(run, [cfdiShape])).toEqual([]);
});

const columns = `direction, kind, counterparty, payment_method, payment_form, cfdi_use, currency,
  product_code, tax_rate, count, subtotal, discount, iva_transferred, ieps_transferred, iva_withheld,
  isr_withheld, total, canceled_count, canceled_total`;
