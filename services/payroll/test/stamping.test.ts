import { payroll } from '@timbre/contract';
import { conflict, createRun, newId, type CallContext } from '@timbre/kit';
import { callContext, withKey } from '@timbre/testkit';
import { stampingConsumer } from '../src/events/on-stamping-requested';
import { reconcileRun } from '../src/jobs/reconcile-stamps';
import { deletePayrollRun } from '../src/operations/delete-payroll-run';
import { getPayrollRow } from '../src/operations/get-payroll-row';
import { getPayrollRun } from '../src/operations/get-payroll-run';
import { includePayrollRow } from '../src/operations/include-payroll-row';
import { omitPayrollRow } from '../src/operations/omit-payroll-row';
import { recalculatePayrollRow } from '../src/operations/recalculate-payroll-row';
import { restampPayrollRow } from '../src/operations/restamp-payroll-row';
import { sealRows } from '../src/workflows/seal-rows';
import { triesMax } from '../src/domain/stamp-schedule';
import { sendRows } from '../src/workflows/send-rows';
import { stampPayrollRun } from '../src/operations/stamp-payroll-run';
import { updateEmployee } from '../src/operations/update-employee';
import { claimToSend, releaseLeases } from '../src/store/row-leases';
import { stampingRequested } from '../src/store/run-events';
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
let cfdi: FakeCfdi;
beforeAll(async () => void (service = await startPayroll()));
beforeEach(() => {
  cfdi = new FakeCfdi();
  service.runtime.providers.cfdi = cfdi;
  service.setClock('2026-11-21T15:00:00.000Z');
});
afterAll(() => service.close());

interface Ready {
  context: CallContext;
  runId: string;
  employeeIds: string[];
  rowIds: string[];
}

/** Creates a calculated run of `count` employees whose rows are all ready. */
async function ready(count = 1): Promise<Ready> {
  const context = callContext();
  const employeeIds: string[] = [];
  while (employeeIds.length < count) employeeIds.push(await addEmployee(service, context));
  const runId = await addRun(service, context);
  await calculate(service, context, runId);
  const rows = await rowsOf(service, context, runId);
  return { context, runId, employeeIds, rowIds: rows.map((row) => row.rowId as string) };
}

const onDay = (day: number) => `2026-12-${String(day).padStart(2, '0')}T00:00:00.000Z`;

async function stamp({ context, runId }: Ready): Promise<Record<string, unknown>> {
  const started = await service.answer(stampPayrollRun, context, { runId });
  expect(started).toMatchObject({ state: 'stamping' });
  await deliver(service, context);
  return service.answer(getPayrollRun, context, { runId });
}

/** Marks every queued receipt of the organization as sealed. */
const sealAll = ({ organizationId }: CallContext) =>
  service.rows(
    `update payroll_rows set state = 'stamping', document_ref = 'cfdi:' || id where org_id = $1`,
    [organizationId],
  );

/** Returns the number of messages that requested a turn for sending receipts. */
const turnsAsked = async ({ organizationId }: CallContext): Promise<number> => {
  const sql = `select 1 from outbox where org_id = $1 and subject = 'payroll.run.stamping_requested'`;
  return (await service.rows(sql, [organizationId])).length;
};

const rowOf = ({ context, rowIds }: Ready, index = 0) =>
  service.answer(getPayrollRow, context, { rowId: rowIds[index]! });

const restamp = ({ context, rowIds }: Ready) =>
  service.answer(restampPayrollRow, context, { rowId: rowIds[0]! });

const change = ({ context, employeeIds }: Ready, fields: object) =>
  service.answer(updateEmployee, context, { employeeId: employeeIds[0]!, fields, cleared: [] });

/** Runs the reconciler job once. @returns whether the reconciler sent a receipt */
async function reconcile({ context, runId }: Ready, at: string): Promise<boolean> {
  service.setClock(at);
  const before = cfdi.stamps.length;
  await reconcileRun(createRun(service.runtime, context), { cfdi }, runId);
  return cfdi.stamps.length > before;
}

describe('stampPayrollRun', () => {
  it('stampPayrollRun stamps every ready receipt once, and the run becomes stamped', async () => {
    const run = await ready(3);
    expect(await stamp(run)).toMatchObject({ state: 'stamped', rowCounts: { stamped: 3 } });
    expect(cfdi.stamps.map((request) => request.rowId).sort()).toEqual([...run.rowIds].sort());
    expect(await rowOf(run)).toMatchObject({
      state: 'stamped',
      uuid: expect.any(String),
      documentRef: `cfdi:${run.rowIds[0]}:1`,
      issues: [],
    });
  });

  it('stampPayrollRun sends all data that the document needs', async () => {
    const run = await ready();
    await stamp(run);
    expect(cfdi.seals[0]).toMatchObject({
      stampNumber: 1,
      input: {
        draft: {
          kind: 'payroll',
          payroll: {
            paidDays: '15',
            employee: { curp: 'GOLA850312MDFMPN03', socialSecurityNumber: '12345678903' },
            earnings: [{ type: '001', taxableAmount: '7500.00', exemptAmount: '0.00' }],
            otherPayments: [{ type: '002', amount: '0.00', employmentSubsidy: '0.00' }],
          },
        },
        details: { payrollType: 'O' },
        receiver: { legalName: 'ADRIANA GOMEZ LARA', rfc: 'GOLA850312AB1', postalCode: '06000' },
        employer: { registration: 'A1234567890' },
      },
    });
  });

  it('stampPayrollRun leaves stamped rows stamped and explains the other rows', async () => {
    const run = await ready(3);
    cfdi.nextStamps.push({ kind: 'refused', rejectionCode: 'CFDI40147' });
    expect(await stamp(run)).toMatchObject({
      state: 'partially_stamped',
      rowCounts: { stamped: 2, rejected: 1 },
    });
    const rows = await rowsOf(service, run.context, run.runId);
    expect(rows.find((row) => row.state === 'rejected')).toMatchObject({
      rejectionCode: 'CFDI40147',
      errorCode: 'stamp_failed',
      issues: [{ code: 'stamp_failed' }],
      documentRef: expect.any(String),
    });
  });

  it('stampPayrollRun stamps the other receipts if an employee was deleted in the meantime', async () => {
    const run = await ready(2);
    await service.rows('delete from employees where id = $1', [run.employeeIds[0]]);
    expect(await stamp(run)).toMatchObject({ rowCounts: { stamped: 1, needs_attention: 1 } });
    const rows = await rowsOf(service, run.context, run.runId);
    expect(rows.find((row) => row.state === 'needs_attention')).toMatchObject({
      issues: [{ code: 'employee_missing' }],
      employeeName: expect.stringMatching(/\w/),
    });
  });

  it('a receipt needs attention if its net differs from the net that the user saw', async () => {
    const run = await ready();
    await change(run, { dailyWage: '510', integratedDailySalary: '536.57' });
    const sql = `update employees set salary_history = jsonb_set(salary_history, '{0,dailyWage}', '"510"')`;
    await service.rows(`${sql} where id = $1`, [run.employeeIds[0]]);
    expect(await stamp(run)).toMatchObject({ state: 'review' });
    expect(await rowOf(run)).toMatchObject({
      state: 'needs_attention',
      errorCode: 'amounts_changed',
      issues: [{ code: 'amounts_changed', field: 'totals.net' }],
      totals: { gross: 7650 },
    });
    expect(cfdi.seals).toEqual([]);
  });

  it('stampPayrollRun stores an evaluation again only if it differs from the shown evaluation', async () => {
    const run = await ready(2);
    const before = (await rowOf(run)).explanation;
    // Both rows lose their explanation, but only the digest of the second row is outdated.
    await service.rows(`update payroll_rows set explanation = '{}' where run_id = $1`, [run.runId]);
    const outdated = 'update payroll_rows set receipt_digest = id where id = $1';
    await service.rows(outdated, [run.rowIds[1]]);
    expect(await stamp(run)).toMatchObject({ rowCounts: { stamped: 2 } });
    expect(await rowOf(run)).not.toMatchObject({ explanation: { lines: expect.anything() } });
    expect(await rowOf(run, 1)).toMatchObject({ explanation: before });
  });

  it('stampPayrollRun reports the rules that a document would violate, and sends nothing', async () => {
    const run = await ready();
    const issues = [{ code: 'invalid_request', field: 'payroll.employee' }] as const;
    cfdi.nextSeals.push({ kind: 'refused', issues });
    expect(await stamp(run)).toMatchObject({ state: 'review' });
    expect(await rowOf(run)).toMatchObject({ state: 'needs_attention', issues });
    expect(cfdi.stamps).toEqual([]);
  });

  it('stampPayrollRun seals and sends all receipts of a batch except the refused receipt', async () => {
    const run = await ready(5);
    const issues = [{ code: 'invalid_request', field: 'payroll.employee' }] as const;
    cfdi.nextSeals.push({ kind: 'refused', issues });
    expect(await stamp(run)).toMatchObject({
      state: 'partially_stamped',
      rowCounts: { stamped: 4, needs_attention: 1 },
    });
    expect([cfdi.batches, cfdi.stamps.length]).toEqual([[5], 4]);
  });

  it('sealing is repeated with the same stamp number after a temporary failure', async () => {
    const run = await ready(2);
    cfdi.nextSeals.push({ kind: 'unavailable' }, { kind: 'unavailable' });
    expect(await stamp(run)).toMatchObject({ rowCounts: { queued: 2 } });
    expect(await reconcile(run, '2026-11-21T15:00:06.000Z')).toBe(true);
    expect(await rowOf(run)).toMatchObject({ state: 'stamped' });
    expect(cfdi.seals.map(({ stampNumber }) => stampNumber)).toEqual([1, 1, 1, 1]);
  });

  it('a receipt has the error stamp_failed after the last attempt to seal it, and nothing is sent', async () => {
    const run = await ready();
    const away = { kind: 'unavailable' } as const;
    cfdi.nextSeals.push(...Array.from({ length: triesMax + 1 }, () => away));
    await stamp(run);
    for (let day = 1; day <= triesMax; day += 1) {
      expect(await rowOf(run)).toMatchObject({ state: 'queued' });
      await reconcile(run, onDay(day));
    }
    expect(await rowOf(run)).toMatchObject({
      state: 'needs_attention',
      errorCode: 'stamp_failed',
      issues: [{ code: 'stamp_failed' }],
    });
    expect([cfdi.seals.length, cfdi.stamps.length]).toEqual([triesMax + 1, 0]);
    const rowId = run.rowIds[0]!;
    const again = await service.answer(recalculatePayrollRow, run.context, { rowId });
    expect(again).toMatchObject({ state: 'ready', issues: [] });
    expect(again).not.toHaveProperty('errorCode');
  });

  it('a receipt stays ready until a top-up if another run has used up the balance', async () => {
    const run = await ready(3);
    cfdi.nextSeals.push({ kind: 'not_covered' }, { kind: 'not_covered' });
    expect(await stamp(run)).toMatchObject({
      state: 'partially_stamped',
      rowCounts: { stamped: 1, ready: 2 },
    });
    const why = { errorCode: 'stamp_failed', rejectionCode: 'api_wallet_insufficient' };
    const rows = await rowsOf(service, run.context, run.runId);
    expect(rows.filter(({ state }) => state === 'ready')).toMatchObject([
      { issues: [], ...why },
      { issues: [], ...why },
    ]);
    // A receipt that waits for a top-up emits no event.
    expect(await rowsSettled(run)).toEqual(['stamped']);
    const [{ rowId } = {}] = rows.filter(({ state }) => state === 'ready') as { rowId?: string }[];
    const again = await service.answer(recalculatePayrollRow, run.context, { rowId: rowId! });
    expect(Object.keys(again).filter((key) => key in why)).toEqual([]);
    cfdi.funds = { balanceMinor: 0, stampPriceMinor: 100 };
    await expect(stamp(run)).rejects.toMatchObject({ code: 'payment_required' });
    cfdi.funds = { balanceMinor: 200, stampPriceMinor: 100 };
    expect(await stamp(run)).toMatchObject({ state: 'stamped', rowCounts: { stamped: 3 } });
    for (const row of await rowsOf(service, run.context, run.runId))
      expect(Object.keys(row).filter((key) => key in why)).toEqual([]);
  });

  it('stampPayrollRun seals rows that were queued before their input was stored as text', async () => {
    const run = await ready();
    cfdi.nextSeals.push({ kind: 'unavailable' });
    await stamp(run);
    await service.rows(
      `update payroll_rows set stamp_input = stamp_text::jsonb, stamp_text = null where id = $1`,
      [run.rowIds[0]],
    );
    expect(await reconcile(run, '2026-11-21T15:00:06.000Z')).toBe(true);
    expect(await rowOf(run)).toMatchObject({ state: 'stamped' });
    expect(cfdi.seals[1]).toEqual(cfdi.seals[0]);
    const kept = 'select stamp_input, stamp_text from payroll_rows where id = $1';
    const nothing = { stamp_input: null, stamp_text: null };
    expect(await service.rows(kept, [run.rowIds[0]])).toEqual([nothing]);
  });

  it('stampPayrollRun queues no receipt if stamping is impossible', async () => {
    const run = await ready();
    cfdi.refusedBecause = conflict('Nothing can be stamped yet.', 'fiscal_not_ready');
    await expect(stamp(run)).rejects.toMatchObject({ details: { reason: 'fiscal_not_ready' } });
    expect(await rowOf(run)).toMatchObject({ state: 'ready' });
  });

  it('stampPayrollRun queues no receipt if the balance does not cover all receipts', async () => {
    const run = await ready(2);
    cfdi.funds = {
      balanceMinor: 199,
      stampPriceMinor: 100,
      topUpUrl: 'https://example.com/top-up',
    };
    await expect(stamp(run)).rejects.toMatchObject({
      code: 'payment_required',
      details: {
        reason: 'api_wallet_insufficient',
        balanceMinor: 199,
        topUpUrl: 'https://example.com/top-up',
      },
    });
    expect(await rowOf(run)).toMatchObject({ state: 'ready' });
    expect(cfdi.seals).toEqual([]);
    cfdi.funds = { balanceMinor: 200, stampPriceMinor: 100 };
    expect(await stamp(run)).toMatchObject({ state: 'stamped' });
  });

  it('stampPayrollRun needs a ready receipt, and does not run twice at the same time', async () => {
    const run = await ready();
    await service.answer(omitPayrollRow, run.context, { rowId: run.rowIds[0]! });
    const attempt = () => service.answer(stampPayrollRun, run.context, { runId: run.runId });
    await expect(attempt()).rejects.toMatchObject({ details: { reason: 'no_ready_rows' } });
    const other = await ready();
    await service.answer(stampPayrollRun, other.context, { runId: other.runId });
    await expect(
      service.answer(stampPayrollRun, other.context, { runId: other.runId }),
    ).rejects.toMatchObject({ code: 'operation_in_progress' });
  });

  it('the subsidy of a queued receipt counts towards the monthly amount', async () => {
    const run = await ready();
    await stamp(run);
    const again = await addRun(service, run.context, {
      periodStartedOn: '2026-06-16',
      periodEndedOn: '2026-06-30',
    });
    await calculate(service, run.context, again);
    const [row] = await rowsOf(service, run.context, again);
    expect(row).toMatchObject({ state: 'ready' });
  });

  it('an organization stays within its stamp limits with any number of workers', async () => {
    const run = await ready(30);
    const { context, runId } = run;
    await service.answer(stampPayrollRun, context, { runId });
    const steps = createRun(service.runtime, context);
    await service.rows(`update payroll_rows set state = 'stamping' where run_id = $1`, [runId]);
    const claim = (inHand: number) => steps.step((tx) => claimToSend(tx, runId, 'first', inHand));
    const claims = await Promise.all([claim(0), claim(0), claim(0)]);
    const claimed = claims.flatMap(({ rows }) => rows.map(({ rowId }) => rowId));
    expect(claimed).toHaveLength(24);
    expect(new Set(claimed).size).toBe(24);
    expect(claims.map(({ isFull }) => isFull).sort()).toEqual([false, true, true]);
    // All rows that another worker has leased may be in process at the PAC.
    expect(claims.map(({ inFlightLimit }) => inFlightLimit).sort()).toEqual([0, 0, 8]);
    expect(await claim(24)).toEqual({ rows: [], inFlightLimit: 8, isFull: true });
  });

  it('a worker shares the concurrency limit with other workers that have leases', async () => {
    const run = await ready(9);
    const { context, runId } = run;
    await service.answer(stampPayrollRun, context, { runId });
    const steps = createRun(service.runtime, context);
    const waiting = `update payroll_rows set state = 'stamping', lease_until = null where run_id = $1`;
    await service.rows(waiting, [runId]);
    const claim = (inHand: number) => steps.step((tx) => claimToSend(tx, runId, 'first', inHand));
    const { rows } = await claim(0);
    expect(rows).toHaveLength(9);
    await steps.step((tx) => releaseLeases(tx, rows.slice(3)));
    expect(await claim(0)).toMatchObject({ inFlightLimit: 5, isFull: false, rows: { length: 6 } });
    expect(await claim(3)).toMatchObject({ inFlightLimit: 2, isFull: false, rows: [] });
  });

  it('a worker keeps exactly as many stamp requests in flight as the limit allows', async () => {
    await stamp(await ready(40));
    expect(cfdi.mostInFlight).toBe(8);
    expect(cfdi.stamps).toHaveLength(40);
  });

  it('each of many small runs gets a turn to send its receipts, and no run blocks another run', async () => {
    const context = callContext();
    const runIds: string[] = [];
    while (runIds.length < 20) {
      const employeeIds = [await addEmployee(service, context)];
      const runId = await addRun(service, context, {}, { employeeIds });
      await calculate(service, context, runId);
      runIds.push(runId);
    }
    for (const runId of runIds) await service.answer(stampPayrollRun, context, { runId });
    await sealAll(context);
    // No run is stamped before every run has requested a turn.
    const allAsked = Promise.withResolvers<void>();
    const stampNow = cfdi.stamp.bind(cfdi);
    cfdi.stamp = (...given) => allAsked.promise.then(() => stampNow(...given));
    let asked = 0;
    const turn = (runId: string) => {
      const steps = createRun(service.runtime, context);
      const step: typeof steps.step = async (work) => {
        const done = await steps.step(work);
        if (++asked === runIds.length) allAsked.resolve();
        return done;
      };
      return sendRows({ ...steps, step }, cfdi, runId, 'first');
    };
    const areLeft = await Promise.all(runIds.map(turn));
    expect(areLeft).toEqual(runIds.map(() => false));
    expect(cfdi.stamps).toHaveLength(20);
    expect(cfdi.mostInFlight).toBeLessThanOrEqual(8);
  });

  it('a worker keeps its leased rows while the database is unavailable, and sends no row again', async () => {
    const { context, runId } = await ready(12);
    await service.answer(stampPayrollRun, context, { runId });
    await sealAll(context);
    const steps = createRun(service.runtime, context);
    const failures = [
      undefined,
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
      new Error('Connection terminated unexpectedly'),
    ];
    const step: typeof steps.step = async (work) => {
      const failure = failures.shift();
      if (failure) throw failure;
      return steps.step(work);
    };
    expect(await sendRows({ ...steps, step }, cfdi, runId, 'first')).toBe(false);
    expect(failures).toEqual([]);
    expect(cfdi.stamps).toHaveLength(12);
    expect(await rowsOf(service, context, runId)).toMatchObject(
      Array.from({ length: 12 }, () => ({ state: 'stamped' })),
    );
  });

  it('stamping requests during a turn of the run are acknowledged at once and together cause one more turn', async () => {
    const { context, runId } = await ready(3);
    await service.answer(stampPayrollRun, context, { runId });
    await sealAll(context);
    const answers = Promise.withResolvers<void>();
    const isAsked = Promise.withResolvers<void>();
    const stampNow = cfdi.stamp.bind(cfdi);
    cfdi.stamp = async (...given) => {
      isAsked.resolve();
      await answers.promise;
      return stampNow(...given);
    };
    const consumer = stampingConsumer({ runtime: service.runtime } as never);
    const steps = createRun(service.runtime, context);
    const requested = await steps.step((tx) =>
      Promise.resolve([1, 2, 3].map(() => stampingRequested(tx, { id: runId }))),
    );
    // Each request is acknowledged without waiting for the end of another request.
    expect(new Set(requested.map(({ aggregateId }) => aggregateId)).size).toBe(3);
    const apply = (event: object) =>
      consumer.apply({ ...event, orgId: context.organizationId } as never);
    const turn = apply(requested[0]!);
    await isAsked.promise;
    await Promise.all(requested.slice(1).map(apply));
    expect(await turnsAsked(context)).toBe(0);
    answers.resolve();
    await turn;
    expect(cfdi.stamps).toHaveLength(3);
    expect(await turnsAsked(context)).toBe(1);
    await apply(requested[0]!);
    expect(await turnsAsked(context)).toBe(1);
  });

  it('a repeated delivery of a stamping message is ignored', async () => {
    const run = await ready(2);
    await stamp(run);
    const steps = createRun(service.runtime, run.context);
    const [first, last] = [...run.rowIds].sort() as [string, string];
    await sealRows(steps, cfdi, run.runId, { first, last });
    await sendRows(steps, cfdi, run.runId, 'first');
    expect([cfdi.batches, cfdi.stamps.length]).toEqual([[2], 2]);
  });
});

/** Reads the states that the events of receipts with ended stamping contain. */
async function rowsSettled({ context }: Ready): Promise<string[]> {
  const rows = await service.rows<{ payload: Buffer }>(
    `select payload from outbox where org_id = $1 and subject = 'payroll.row.settled' order by id`,
    [context.organizationId],
  );
  return rows.map(({ payload }) => payroll.PayrollRow.decode(payload).state);
}

/** Reads the states that the events payroll.run.settled of a run contain. */
async function settled({ context }: Ready): Promise<string[]> {
  const rows = await service.rows<{ payload: Buffer }>(
    `select payload from outbox where org_id = $1 and subject = 'payroll.run.settled' order by id`,
    [context.organizationId],
  );
  return rows.map(({ payload }) => payroll.PayrollRun.decode(payload).state);
}

it('a run is settled when its stamping ends or its unstamped rows are omitted, and later work does not settle the run again', async () => {
  const run = await ready(3);
  cfdi.nextStamps.push({ kind: 'refused', rejectionCode: 'CFDI40147' });
  await stamp(run);
  expect(await settled(run)).toEqual(['partially_stamped']);
  await calculate(service, run.context, run.runId);
  expect(await settled(run)).toHaveLength(1);
  const rows = await rowsOf(service, run.context, run.runId);
  const rowId = rows.find(({ state }) => state === 'rejected')!.rowId as string;
  await service.answer(omitPayrollRow, run.context, { rowId });
  expect(await settled(run)).toEqual(['partially_stamped', 'stamped']);
  await service.answer(includePayrollRow, run.context, { rowId });
  expect(await service.answer(getPayrollRun, run.context, { runId: run.runId })).toMatchObject({
    state: 'partially_stamped',
  });
  expect(await settled(run)).toHaveLength(2);
});

describe('stamp requests without a response', () => {
  it('after a stamp request without a response, the receipt stays in stamping until a query finds the stamp', async () => {
    const run = await ready();
    cfdi.nextStamps.push({ kind: 'unknown' });
    expect(await stamp(run)).toMatchObject({ state: 'stamping', progress: { done: 0, total: 1 } });
    expect(await rowOf(run)).toMatchObject({
      state: 'stamping',
      errorCode: 'stamp_unconfirmed',
      issues: [{ code: 'stamp_unconfirmed' }],
    });
    await expect(restamp(run)).rejects.toMatchObject({
      code: 'recovery_required',
      details: { document: { documentRef: `invoice:${run.rowIds[0]}:1`, editable: false } },
    });
    expect(await reconcile(run, '2026-11-21T15:00:01.000Z')).toBe(false);
    expect(await reconcile(run, '2026-11-21T15:00:06.000Z')).toBe(true);
    expect(await rowOf(run)).toMatchObject({ state: 'stamped', issues: [] });
    expect(await rowOf(run)).not.toHaveProperty('errorCode');
    expect(await service.answer(getPayrollRun, run.context, { runId: run.runId })).toMatchObject({
      state: 'stamped',
    });
  });

  it('a stamp without a response is requested again with the same stamp number, so that the receipt is stamped only once', async () => {
    const run = await ready();
    cfdi.nextStamps.push({ kind: 'unknown' }, { kind: 'unknown' });
    await stamp(run);
    await reconcile(run, '2026-11-21T15:01:00.000Z');
    await reconcile(run, '2026-11-21T15:05:00.000Z');
    expect(new Set(cfdi.stamps.map((request) => request.stampNumber))).toEqual(new Set([1]));
    expect(cfdi.seals).toHaveLength(1);
  });

  it('a receipt without a response becomes stamped and canceled if its document was canceled in the meantime', async () => {
    const run = await ready();
    const stamped = { kind: 'confirmed', uuid: newId(), documentRef: 'cfdi:1' } as const;
    const canceled = { state: 'accepted', code: '201' } as const;
    cfdi.nextStamps.push({ kind: 'unknown' }, { ...stamped, canceled });
    await stamp(run);
    await reconcile(run, '2026-11-21T15:01:00.000Z');
    expect(await rowOf(run)).toMatchObject({
      state: 'canceled',
      uuid: stamped.uuid,
      cancellation: canceled,
    });
  });

  it('a receipt without a response is rejected if the query finds a refusal', async () => {
    const run = await ready();
    cfdi.nextStamps.push({ kind: 'unknown' }, { kind: 'refused', rejectionCode: 'CFDI40147' });
    await stamp(run);
    await reconcile(run, '2026-11-21T15:01:00.000Z');
    expect(await rowOf(run)).toMatchObject({
      state: 'rejected',
      errorCode: 'stamp_failed',
      rejectionCode: 'CFDI40147',
    });
  });
});

describe('receipts that fiscal-cfdi did not receive', () => {
  it('a receipt that fiscal-cfdi did not receive waits in the queue and is sent again', async () => {
    const run = await ready();
    cfdi.nextStamps.push({ kind: 'not_received' });
    await stamp(run);
    expect(await rowOf(run)).toMatchObject({ state: 'queued', issues: [] });
    await reconcile(run, '2026-11-21T15:00:06.000Z');
    expect(await rowOf(run)).toMatchObject({ state: 'stamped' });
  });

  it('a receipt that fiscal-cfdi did not receive is rejected after the last attempt', async () => {
    const run = await ready();
    const lost = { kind: 'not_received' } as const;
    cfdi.nextStamps.push(...Array.from({ length: triesMax }, () => lost));
    await stamp(run);
    for (let day = 1; day < triesMax; day += 1) {
      expect(await rowOf(run)).toMatchObject({ state: 'queued' });
      await reconcile(run, onDay(day));
    }
    expect(await rowOf(run)).toMatchObject({ state: 'rejected', errorCode: 'stamp_failed' });
    expect(cfdi.stamps).toHaveLength(triesMax);
  });

  it('a receipt that fiscal-cfdi did not receive is taken over by another worker if the first worker crashes', async () => {
    const run = await ready();
    await service.answer(stampPayrollRun, run.context, { runId: run.runId });
    cfdi.stamp = () => Promise.reject(new Error('the process died here'));
    await expect(deliver(service, run.context)).rejects.toThrow('died');
    expect(await rowOf(run)).toMatchObject({ state: 'stamping' });
    cfdi = new FakeCfdi();
    expect(await reconcile(run, '2026-11-21T15:01:30.000Z')).toBe(false);
    expect(await reconcile(run, '2026-11-21T15:02:30.000Z')).toBe(true);
    expect(await rowOf(run)).toMatchObject({ state: 'stamped' });
    expect(cfdi.seals).toEqual([]);
  });
});

describe('restampPayrollRow', () => {
  async function rejected(): Promise<Ready> {
    const run = await ready();
    cfdi.nextStamps.push({ kind: 'refused', rejectionCode: 'CFDI40147' });
    await stamp(run);
    return run;
  }

  it('restampPayrollRow queues the receipt again with its existing draft and folio', async () => {
    const run = await rejected();
    await change(run, { postalCode: '01000' });
    const row = await restamp(run);
    expect(row).toMatchObject({ state: 'queued', documentRef: `cfdi:${run.rowIds[0]}:1` });
    expect(row).not.toHaveProperty('errorCode');
    await deliver(service, run.context);
    expect(await rowOf(run)).toMatchObject({ state: 'stamped' });
    expect(cfdi.seals[1]).toMatchObject({
      documentRef: `cfdi:${run.rowIds[0]}:1`,
      input: { receiver: { postalCode: '01000' } },
    });
    expect(cfdi.stamps.map((request) => request.stampNumber)).toEqual([1, 2]);
  });

  it('restampPayrollRow uses a new draft if the RFC has changed', async () => {
    const run = await rejected();
    await change(run, { rfc: 'GOLA850312AB2' });
    const row = await restamp(run);
    expect(row.state).toBe('queued');
    expect(row).not.toHaveProperty('documentRef');
    await deliver(service, run.context);
    expect(await rowOf(run)).toMatchObject({ documentRef: `cfdi:${run.rowIds[0]}:2` });
    const dropped = await service.rows(
      `select 1 from outbox where org_id = $1 and subject = 'payroll.row.draft_dropped'`,
      [run.context.organizationId],
    );
    expect(dropped).toHaveLength(1);
  });

  it('restampPayrollRow uses the current period of the run', async () => {
    const run = await rejected();
    await calculate(service, run.context, run.runId, { paidOn: '2026-06-16' });
    expect(await restamp(run)).toMatchObject({ state: 'queued' });
    const sql = 'select paid_on::text as "paidOn" from payroll_rows where id = $1';
    expect(await service.rows(sql, [run.rowIds[0]])).toEqual([{ paidOn: '2026-06-16' }]);
  });

  it('restampPayrollRow sets a row whose net has changed to needs attention', async () => {
    const run = await rejected();
    const sql = `update employees set salary_history = jsonb_set(salary_history, '{0,dailyWage}', '"510"')`;
    await service.rows(`${sql} where id = $1`, [run.employeeIds[0]]);
    expect(await restamp(run)).toMatchObject({
      state: 'needs_attention',
      errorCode: 'amounts_changed',
      issues: [{ code: 'amounts_changed', field: 'totals.net' }],
      totals: { gross: 7650 },
    });
    const rowId = run.rowIds[0]!;
    const seen = await service.answer(recalculatePayrollRow, run.context, { rowId });
    expect(seen).toMatchObject({ state: 'ready', documentRef: `cfdi:${rowId}:1` });
  });

  it('restampPayrollRow shows the issues of a row that is no longer ready', async () => {
    const run = await rejected();
    await service.rows('update employees set curp = null where id = $1', [run.employeeIds[0]]);
    expect(await restamp(run)).toMatchObject({
      state: 'needs_attention',
      issues: [{ code: 'curp_invalid', field: 'curp' }],
    });
  });

  it('restampPayrollRow changes nothing if stamping is impossible', async () => {
    const run = await rejected();
    cfdi.refusedBecause = conflict('Nothing can be stamped yet.', 'fiscal_not_ready');
    await expect(restamp(run)).rejects.toMatchObject({ details: { reason: 'fiscal_not_ready' } });
    expect(await rowOf(run)).toMatchObject({ state: 'rejected', rejectionCode: 'CFDI40147' });
  });

  it('restampPayrollRow is refused if the balance does not cover the stamp, except if the row needs attention anyway', async () => {
    const run = await rejected();
    cfdi.funds = { balanceMinor: 99, stampPriceMinor: 100 };
    await expect(restamp(run)).rejects.toMatchObject({ code: 'payment_required' });
    expect(await rowOf(run)).toMatchObject({ state: 'rejected' });
    await service.rows('update employees set curp = null where id = $1', [run.employeeIds[0]]);
    expect(await restamp(run)).toMatchObject({ state: 'needs_attention' });
  });

  it('restampPayrollRow refuses an unknown receipt before it checks whether stamping is possible', async () => {
    cfdi.refusedBecause = conflict('Nothing can be stamped yet.', 'fiscal_not_ready');
    const context = callContext();
    const missing = { context, runId: newId(), employeeIds: [], rowIds: [newId()] };
    await expect(restamp(missing)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('restampPayrollRow accepts only rejected receipts', async () => {
    const run = await ready();
    await expect(restamp(run)).rejects.toMatchObject({ code: 'conflict' });
    await stamp(run);
    await expect(restamp(run)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('restampPayrollRow queues the receipt once for each idempotency key', async () => {
    const run = await rejected();
    const route = 'POST /v1/payroll/rows/{rowId}/restamp';
    const keyed = { ...run, context: withKey(run.context, route) };
    expect(await restamp(keyed)).toEqual(await restamp(keyed));
    await deliver(service, run.context);
    expect(cfdi.stamps).toHaveLength(2);
  });

  it('the draft of a rejected receipt is deleted when the receipt is omitted or the run is deleted', async () => {
    const run = await rejected();
    await service.answer(deletePayrollRun, run.context, { runId: run.runId });
    const dropped = await service.rows(
      `select 1 from outbox where org_id = $1 and subject = 'payroll.row.draft_dropped'`,
      [run.context.organizationId],
    );
    expect(dropped).toHaveLength(1);
  });
});
