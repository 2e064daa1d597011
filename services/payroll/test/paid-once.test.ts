import { createRun, type CallContext, type ReceivedEvent } from '@timbre/kit';
import { callContext } from '@timbre/testkit';
import { onQueueingRequested } from '../src/events/on-queueing-requested';
import { stampPayrollRun } from '../src/operations/stamp-payroll-run';
import { FakeCfdi } from './fake-cfdi';
import {
  addEmployee,
  addRun,
  calculate,
  deliver,
  rowsOf,
  startPayroll,
  type PayrollRuntime,
} from './payroll';

let service: PayrollRuntime;
const cfdi = new FakeCfdi();
beforeAll(async () => void (service = await startPayroll(cfdi)));
afterAll(() => service.close());

/** Queues the first batch of each run concurrently, as several processes would. */
async function queueSideBySide(context: CallContext): Promise<void> {
  const parts = await service.rows<{ payload: Buffer }>(
    `select * from outbox where org_id = $1 and subject = 'payroll.run.queueing_requested'`,
    [context.organizationId],
  );
  const worker = () => createRun(service.runtime, { ...context, idempotency: undefined });
  await Promise.all(
    parts.map((part) =>
      worker().step((tx) => onQueueingRequested(part as unknown as ReceivedEvent, tx)),
    ),
  );
}

test('two runs of one period that are stamped at the same moment pay no employee twice', async () => {
  const context = callContext();
  for (const _ of [1, 2, 3]) await addEmployee(service, context);
  const runs = [await addRun(service, context), await addRun(service, context)];
  for (const runId of runs) await calculate(service, context, runId);
  for (const runId of runs) await service.answer(stampPayrollRun, context, { runId });
  await queueSideBySide(context);
  await deliver(service, context);
  const rows = (await Promise.all(runs.map((runId) => rowsOf(service, context, runId)))).flat();
  const of = (state: string) => rows.filter((row) => row['state'] === state);
  expect(new Set(of('stamped').map((row) => row['employeeId'])).size).toBe(3);
  expect(of('stamped')).toHaveLength(3);
  const refused = of('needs_attention').map((row) => row['issues']);
  expect(refused).toEqual(Array(3).fill([{ code: 'period_already_paid', field: 'period' }]));
});
