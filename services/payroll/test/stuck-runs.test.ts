import { payroll } from '@timbre/contract';
import { createRun, type CallContext, type ReceivedEvent } from '@timbre/kit';
import { callContext } from '@timbre/testkit';
import { onCalculationRequested } from '../src/events/on-calculation-requested';
import { onQueueingRequested } from '../src/events/on-queueing-requested';
import { createCalculationRelease } from '../src/jobs/release-calculations';
import { createQueueingResumption } from '../src/jobs/resume-queueing';
import { calculatePayrollRun } from '../src/operations/calculate-payroll-run';
import { getPayrollRun } from '../src/operations/get-payroll-run';
import { stampPayrollRun } from '../src/operations/stamp-payroll-run';
import { addEmployee, addRun, calculate, deliver, payrollForJobs, rowsOf } from './payroll';

const own = payrollForJobs();
let { service, systemPool, cfdi } = own;
beforeEach(() => void ({ service, systemPool, cfdi } = own));
afterEach(() => service.rows('delete from payroll_runs'));

type Job = typeof createCalculationRelease;

/** Runs a background job once, as another process would. */
async function pass(createJob: Job, at: string): Promise<void> {
  service.setClock(at);
  const job = createJob({ runtime: service.runtime, systemPool });
  await job.pass().finally(() => job.stop());
}

interface Calculated {
  context: CallContext;
  runId: string;
}

/** Creates a calculated run of `count` employees whose rows are all ready. */
async function calculated(count = 1): Promise<Calculated> {
  const context = callContext();
  for (let left = count; left > 0; left -= 1) await addEmployee(service, context);
  const runId = await addRun(service, context);
  await calculate(service, context, runId);
  return { context, runId };
}

const runOf = ({ context, runId }: Calculated) => service.answer(getPayrollRun, context, { runId });

/** Reads the messages of an event subject in order. */
const messages = ({ context }: Calculated, what: string) =>
  service.rows<{ payload: Buffer }>(
    'select payload from outbox where org_id = $1 and subject = $2 order by id',
    [context.organizationId, `payroll.run.${what}`],
  );

const raiseWages = ({ context }: Calculated) =>
  service.rows(
    `update employees set salary_history = jsonb_set(salary_history, '{0,dailyWage}', '"510"')
     where org_id = $1`,
    [context.organizationId],
  );

describe('releasing a run after its calculation failed permanently', () => {
  /** Starts a calculation after a raise and stops it after the first batch of each partition. */
  async function dies(run: Calculated): Promise<void> {
    const { context, runId } = run;
    await raiseWages(run);
    await service.answer(calculatePayrollRun, context, { runId });
    const steps = createRun(service.runtime, context);
    for (const part of (await messages(run, 'calculation_requested')).slice(-3))
      await steps.step((tx) => onCalculationRequested(part as unknown as ReceivedEvent, tx));
  }

  it('a run whose calculation failed permanently returns to its previous state, with the totals of its current rows', async () => {
    const run = await calculated(2);
    await dies(run);
    expect(await runOf(run)).toMatchObject({ state: 'calculating', totals: { gross: 15_000 } });
    await pass(createCalculationRelease, '2026-11-21T15:10:00.000Z');
    expect(await runOf(run)).toMatchObject({ state: 'calculating' });
    await pass(createCalculationRelease, '2026-11-21T15:16:00.000Z');
    const rows = await rowsOf(service, run.context, run.runId);
    expect(rows).toMatchObject([{ totals: { gross: 7_650 } }, { totals: { gross: 7_650 } }]);
    const { state, totals } = await runOf(run);
    expect({ state, totals }).toMatchObject({ state: 'review', totals: { gross: 15_300 } });
    const event = payroll.PayrollRun.decode((await messages(run, 'changed')).at(-1)!.payload);
    expect(Number(event.net)).toBe((totals as { net: number }).net);
  });

  it('a run that cannot be released does not prevent the release of another run', async () => {
    const broken = await calculated();
    await dies(broken);
    const sql = `update payroll_runs set state_before = 'stamped', worked_at = '2026-01-01' where id = $1`;
    await service.rows(sql, [broken.runId]);
    const run = await calculated();
    await dies(run);
    await pass(createCalculationRelease, '2026-11-21T15:16:00.000Z');
    expect(await runOf(run)).toMatchObject({ state: 'review' });
  });
});

describe('resuming a run whose queueing stopped', () => {
  const stamp = ({ context, runId }: Calculated) =>
    service.answer(stampPayrollRun, context, { runId });

  /** Removes the message that requests the next rows, as if the message were a dead letter. */
  const loseMessages = ({ context }: Calculated) =>
    service.rows(
      `delete from outbox where org_id = $1 and subject = 'payroll.run.queueing_requested'`,
      [context.organizationId],
    );

  it('a run whose queueing stopped continues once from the point where it stopped', async () => {
    const run = await calculated(3);
    await stamp(run);
    await loseMessages(run);
    await pass(createQueueingResumption, '2026-11-21T15:05:00.000Z');
    expect(await messages(run, 'queueing_requested')).toHaveLength(0);
    await pass(createQueueingResumption, '2026-11-21T15:07:00.000Z');
    await pass(createQueueingResumption, '2026-11-21T15:08:00.000Z');
    expect(await messages(run, 'queueing_requested')).toHaveLength(1);
    await deliver(service, run.context);
    expect(await runOf(run)).toMatchObject({ state: 'stamped', rowCounts: { stamped: 3 } });
  });

  it('a run is not resumed while its queueing makes progress or after its queueing has ended', async () => {
    const run = await calculated();
    await stamp(run);
    await service.rows('update payroll_runs set queueing = false where id = $1', [run.runId]);
    await pass(createQueueingResumption, '2026-11-21T15:07:00.000Z');
    expect(await messages(run, 'queueing_requested')).toHaveLength(1);
  });

  it('a run whose queueing stopped is stamped once if a message that was presumed lost arrives late', async () => {
    const run = await calculated(260);
    const { context, runId } = run;
    await stamp(run);
    const [first] = await messages(run, 'queueing_requested');
    service.setClock('2026-11-21T15:05:00.000Z');
    await createRun(service.runtime, context).step((tx) =>
      onQueueingRequested(first as unknown as ReceivedEvent, tx),
    );
    await pass(createQueueingResumption, '2026-11-21T15:10:00.000Z');
    expect(await messages(run, 'queueing_requested')).toHaveLength(2);
    await pass(createQueueingResumption, '2026-11-21T15:12:00.000Z');
    expect(await messages(run, 'queueing_requested')).toHaveLength(3);
    await deliver(service, context);
    expect(await runOf(run)).toMatchObject({ state: 'stamped', rowCounts: { stamped: 260 } });
    expect(new Set(cfdi.stamps.map(({ rowId }) => rowId)).size).toBe(260);
    expect(cfdi.stamps).toHaveLength(260);
    // The run now has two chains of messages, and each message causes at most one further message.
    expect((await messages(run, 'queueing_requested')).length).toBeLessThanOrEqual(5);
    await pass(createQueueingResumption, '2026-11-21T16:00:00.000Z');
    expect(cfdi.stamps).toHaveLength(260);
    expect(await service.answer(getPayrollRun, context, { runId })).not.toHaveProperty('progress');
  });

  it.each([
    ['', null],
    [', whatever it gave back', 'stamp_failed'],
  ])(
    'a resumed queueing is not ended by a late message of the earlier queueing%s',
    async (_, errorCode) => {
      const run = await calculated(2);
      const givenBack = 'update payroll_rows set error_code = $2 where run_id = $1';
      await service.rows(givenBack, [run.runId, errorCode]);
      await stamp(run);
      const rows = await rowsOf(service, run.context, run.runId);
      const afterRowId = rows
        .map((row) => row.rowId as string)
        .toSorted()
        .at(-1);
      const payload = payroll.QueueingRequested.encode({ runId: run.runId, afterRowId }).finish();
      await createRun(service.runtime, run.context).step((tx) =>
        onQueueingRequested({ payload } as ReceivedEvent, tx),
      );
      await deliver(service, run.context);
      expect(await runOf(run)).toMatchObject({ state: 'stamped', rowCounts: { stamped: 2 } });
    },
  );
});
