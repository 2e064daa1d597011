import type { CallContext } from '@timbre/kit';
import { callContext } from '@timbre/testkit';
import { createStampReconciler } from '../src/jobs/reconcile-stamps';
import { getPayrollRun } from '../src/operations/get-payroll-run';
import { stampPayrollRun } from '../src/operations/stamp-payroll-run';
import {
  addEmployee, addRun, calculate, copyRow, deliver, payrollForJobs,
} from './payroll'; // prettier-ignore

const own = payrollForJobs();
let { service, systemPool, cfdi } = own;
beforeEach(() => void ({ service, systemPool, cfdi } = own));
/** Creates a run with one receipt for which the response to the stamp request was lost. */
async function unconfirmed(): Promise<{ context: CallContext; runId: string }> {
  const context = callContext();
  await addEmployee(service, context);
  const runId = await addRun(service, context);
  await calculate(service, context, runId);
  await service.answer(stampPayrollRun, context, { runId });
  cfdi.nextStamps.push({ kind: 'unknown' });
  await deliver(service, context);
  return { context, runId };
}

/**
 * Adds `runs` further runs to the organization of a run, so that this organization has most of the
 * waiting receipts.
 */
async function crowd(runId: string, runs: number): Promise<void> {
  const id = 'gen_random_uuid()';
  await copyRow(service, 'payroll_runs', runs, { id }, `id = '${runId}'`);
  await service.rows(
    `update payroll_rows set next_try_at = '2026-11-01', tries = 0 where run_id = $1`,
    [runId],
  );
  const waiting = { id, employee_id: id };
  await copyRow(service, 'payroll_rows', 1_100, waiting, `run_id = '${runId}'`);
  await service.rows(
    `with others as (select id, row_number() over () as n from payroll_runs
         where id <> $1 and org_id = (select org_id from payroll_runs where id = $1)),
       given as (select id, row_number() over () as n from payroll_rows where run_id = $1)
     update payroll_rows r set run_id = others.id from others join given using (n)
     where r.id = given.id`,
    [runId],
  );
}

it('a receipt is reconciled even if other organizations have many waiting receipts', async () => {
  const big = await unconfirmed();
  await crowd(big.runId, 20);
  const small = await unconfirmed();
  // Other workers have leased these receipts during the whole test.
  const answered = Promise.withResolvers<never>();
  const isAsked = Promise.withResolvers<void>();
  const stamp = cfdi.stamp.bind(cfdi);
  cfdi.stamp = (context, request) => {
    if (context.organizationId !== small.context.organizationId) return answered.promise;
    isAsked.resolve();
    return stamp(context, request);
  };
  service.setClock('2026-11-21T15:01:00.000Z');
  const job = createStampReconciler({ runtime: service.runtime, systemPool });
  try {
    void job.pass();
    await isAsked.promise;
  } finally {
    answered.reject(new Error('the stamper is away'));
    await job.stop();
  }
  const run = await service.answer(getPayrollRun, small.context, { runId: small.runId });
  expect(run).toMatchObject({ state: 'stamped' });
});
