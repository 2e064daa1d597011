import { fiscalCfdi } from '@timbre/contract';
import {
  conflict, createRun, invalid, newId, unavailable, type CallContext, type ReceivedEvent,
} from '@timbre/kit'; // prettier-ignore
import { callContext, judgedOn, testPool, withKey } from '@timbre/testkit';
import type { Pool } from 'pg';
import { onCancellationChanged } from '../src/events/on-cancellation-changed';
import { createCancellationReconciler } from '../src/jobs/reconcile-cancellations';
import { reconcileRun } from '../src/jobs/reconcile-stamps';
import { cancelPayrollRow } from '../src/operations/cancel-payroll-row';
import { getPayrollRow } from '../src/operations/get-payroll-row';
import { getPayrollRun } from '../src/operations/get-payroll-run';
import { omitPayrollRow } from '../src/operations/omit-payroll-row';
import { restampPayrollRow } from '../src/operations/restamp-payroll-row';
import { stampPayrollRun } from '../src/operations/stamp-payroll-run';
import { FakeCfdi } from './fake-cfdi';
import {
  addEmployee, addRun, calculate, deliver, rowsOf, startPayroll, type PayrollRuntime,
} from './payroll'; // prettier-ignore

let service: PayrollRuntime;
let systemPool: Pool;
let cfdi: FakeCfdi;
beforeAll(async () => {
  service = await startPayroll();
  systemPool = testPool(service.database.systemUrl, 1);
});
beforeEach(() => {
  cfdi = new FakeCfdi();
  service.runtime.providers.cfdi = cfdi;
  service.setClock('2026-11-21T15:00:00.000Z');
});
afterAll(async () => {
  await systemPool.end();
  await service.close();
});

interface Stamped {
  context: CallContext;
  runId: string;
  employeeIds: string[];
  rows: { rowId: string; documentRef: string }[];
}

/** Creates a stamped run of `count` employees, whose rows have document references of fiscal-cfdi. */
async function stamped(count = 1): Promise<Stamped> {
  const context = callContext();
  const employeeIds: string[] = [];
  while (employeeIds.length < count) employeeIds.push(await addEmployee(service, context));
  const runId = await addRun(service, context);
  await calculate(service, context, runId);
  await service.answer(stampPayrollRun, context, { runId });
  await deliver(service, context);
  const rows = (await rowsOf(service, context, runId)) as unknown as Stamped['rows'];
  for (const row of rows) {
    row.documentRef = `cfdi:${newId()}`;
    await service.rows('update payroll_rows set document_ref = $2 where id = $1', [
      row.rowId,
      row.documentRef,
    ]);
  }
  return { context, runId, employeeIds, rows };
}

const request = (run: Stamped, index = 0) => ({ rowId: run.rows[index]!.rowId, motive: '02' });
const cancelKey = (context: CallContext, key?: string) =>
  withKey(context, 'POST /v1/payroll/rows/{rowId}/cancel', key);
const cancel = (run: Stamped, index = 0, context = cancelKey(run.context)) =>
  service.answer(cancelPayrollRow, context, request(run, index));
const refused = (run: Stamped, context?: CallContext) =>
  cancel(run, 0, context).then(
    () => Promise.reject(new Error('not refused')),
    (error: { code: string; details: { reason?: string } }) => error,
  );
const rowOf = (run: Stamped, index = 0) =>
  service.answer(getPayrollRow, run.context, { rowId: run.rows[index]!.rowId });
const runOf = ({ context, runId }: Stamped) => service.answer(getPayrollRun, context, { runId });

interface CfdiChange {
  version: number;
  status?: 'valid' | 'canceled';
  cancellation?: { state: string; motive?: string; code?: string; requestedBy?: string };
  kind?: string;
}

/** Delivers an event of fiscal-cfdi about the cancellation of a row's document. */
async function deliverChange(run: Stamped, reported: CfdiChange, index = 0): Promise<void> {
  const { version, status = 'valid', cancellation, kind = 'payroll' } = reported;
  const cfdiId = run.rows[index]!.documentRef.slice(5);
  const message: fiscalCfdi.Cfdi = {
    cfdiId,
    kind,
    version,
    status,
    currency: 'MXN',
    subtotal: '1',
    total: '1',
    direction: 'issued',
    archived: false,
    paidDocuments: [],
    relatedDocuments: [],
    ...(cancellation && { cancellation: { motive: '02', ...cancellation } }),
  };
  const payload = fiscalCfdi.Cfdi.encode(message).finish();
  const steps = createRun(service.runtime, { ...run.context, idempotency: undefined });
  await steps.step((tx) => onCancellationChanged({ payload } as ReceivedEvent, tx));
}
const accepted = (version: number): CfdiChange => ({
  version,
  status: 'canceled',
  cancellation: { state: 'accepted' },
});

/** Runs the cancellation job once, as another process would. */
async function reconcile(at: string): Promise<void> {
  service.setClock(at);
  const job = createCancellationReconciler({ runtime: service.runtime, systemPool });
  await job.pass();
  await job.stop();
}

it('cancelPayrollRow requests no cancellation if the row has changed since the caller read it', async () => {
  const run = await stamped();
  const other = await refused(run, judgedOn(cancelKey(run.context)));
  expect(other.details.reason).toBe('document_changed');
  const shown = await rowOf(run);
  expect(shown).not.toHaveProperty('cancellation');
  const detail = await cancel(run, 0, judgedOn(cancelKey(run.context), shown));
  expect(detail).toMatchObject({ cancellation: { motive: '02' } });
});

describe('cancelPayrollRow', () => {
  it('cancelPayrollRow requests the cancellation once with an idempotency key, and the receipt stays stamped', async () => {
    const run = await stamped();
    const key = cancelKey(run.context);
    const detail = await cancel(run, 0, key);
    expect(detail).toMatchObject({
      state: 'stamped',
      cancellation: { state: 'requested', motive: '02', code: '201' },
    });
    expect(Object.keys(detail['cancellation'] as object)).not.toContain('requestedBy');
    expect(await cancel(run, 0, key)).toEqual(detail);
    const { documentRef, rowId } = run.rows[0]!;
    expect(cfdi.cancels).toEqual([{ rowId, documentRef, cancelNumber: 1, motive: '02' }]);
  });

  it('cancelPayrollRow handles two concurrent requests as one request', async () => {
    const run = await stamped();
    const outcomes = await Promise.allSettled([cancel(run), cancel(run)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(cfdi.cancels).toHaveLength(1);
    expect((await refused(run)).details.reason).toBe('cancellation_in_progress');
  });

  it.each(['ready', 'needs_attention', 'excluded', 'rejected', 'canceled'])(
    'cancelPayrollRow refuses a receipt that is %s as a conflict',
    async (state) => {
      const run = await stamped();
      await service.rows('update payroll_rows set state = $2 where id = $1', [
        run.rows[0]!.rowId,
        state,
      ]);
      expect(await refused(run)).toMatchObject({ code: 'conflict' });
      expect(cfdi.cancels).toEqual([]);
    },
  );

  it.each([
    ['queued', null, 'operation_in_progress'],
    ['stamping', null, 'operation_in_progress'],
    ['stamping', 'stamp_unconfirmed', 'recovery_required'],
  ])(
    'cancelPayrollRow is refused as in progress for a receipt that is %s (%s)',
    async (state, errorCode, code) => {
      const run = await stamped();
      const values = [run.rows[0]!.rowId, state, errorCode];
      await service.rows(
        'update payroll_rows set state = $2, error_code = $3 where id = $1',
        values,
      );
      expect(await refused(run)).toMatchObject({ code });
    },
  );

  it('cancelPayrollRow does not find a receipt of another organization', async () => {
    const run = await stamped();
    expect(await refused(run, cancelKey(callContext()))).toMatchObject({ code: 'not_found' });
  });

  it('cancelPayrollRow returns a refusal as a conflict with its message, even if the request is repeated with the same idempotency key', async () => {
    const run = await stamped();
    const reported = { state: 'rejected', code: 'no_cancelable', message: 'No' } as const;
    const refusal = conflict('No', 'cancellation_refused');
    cfdi.nextCancels.push({ kind: 'refused', refusal, reported });
    const key = cancelKey(run.context);
    for (const { details } of [await refused(run, key), await refused(run, key)])
      expect(details.reason).toBe('cancellation_refused');
    expect(cfdi.cancels).toHaveLength(1);
    expect(await rowOf(run)).toMatchObject({
      state: 'stamped',
      cancellation: { state: 'rejected', code: 'no_cancelable' },
    });
    expect(await cancel(run)).toMatchObject({ cancellation: { state: 'requested' } });
    expect(cfdi.cancels[1]!.cancelNumber).toBe(2);
  });

  it('cancelPayrollRow stores nothing for an invalid request', async () => {
    const run = await stamped();
    const path = ['replacementDocumentRef'];
    const refusal = invalid([{ path, code: 'replacement_missing', message: 'Which?' }]);
    cfdi.nextCancels.push({ kind: 'refused', refusal });
    expect(await refused(run)).toMatchObject({ code: 'validation_error' });
    expect(await rowOf(run)).not.toHaveProperty('cancellation');
  });

  it('cancelPayrollRow deletes a request that did not arrive, and the same idempotency key can request the cancellation again', async () => {
    const run = await stamped();
    cfdi.nextCancels.push({ kind: 'not_requested', refusal: unavailable('away') });
    const key = cancelKey(run.context);
    expect(await refused(run, key)).toMatchObject({ code: 'provider_unavailable' });
    expect(await rowOf(run)).not.toHaveProperty('cancellation');
    expect(await cancel(run, 0, key)).toMatchObject({ cancellation: { code: '201' } });
  });

  it('after a lost response, the job repeats the cancellation request with the same number', async () => {
    const run = await stamped();
    cfdi.nextCancels.push({ kind: 'unknown' }, { kind: 'unknown' });
    expect(await cancel(run)).toMatchObject({ cancellation: { state: 'requested' } });
    await reconcile('2026-11-21T15:00:04.000Z');
    expect(cfdi.cancels).toHaveLength(1);
    await reconcile('2026-11-21T15:00:06.000Z');
    await reconcile('2026-11-21T15:01:06.000Z');
    await reconcile('2026-11-21T15:10:00.000Z');
    expect(cfdi.cancels.map(({ cancelNumber }) => cancelNumber)).toEqual([1, 1, 1]);
    expect(await rowOf(run)).toMatchObject({ cancellation: { code: '201' } });
  });
});

describe('requesting a cancellation again after a refusal', () => {
  /** Returns an event of fiscal-cfdi about the request with this number. */
  const reported = (run: Stamped, number: number, version: number, state: string): CfdiChange => {
    const requestedBy = `payroll payroll:${run.rows[0]!.rowId}:cancel:${number}`;
    return { version, cancellation: { state, requestedBy } };
  };
  /**
   * Creates a receipt whose first cancellation request was refused; the event of the refusal has not
   * arrived yet.
   */
  async function refusedOnce(): Promise<Stamped> {
    const run = await stamped();
    const refusal = conflict('No', 'cancellation_refused');
    const rejected = { state: 'rejected', code: 'no_cancelable', message: 'No' } as const;
    cfdi.nextCancels.push({ kind: 'refused', refusal, reported: rejected });
    await refused(run);
    return run;
  }
  const underWay = { state: 'stamped', cancellation: { state: 'requested' } };

  it.each([
    ['is answered', undefined],
    ['loses its answer', { kind: 'unknown' }],
  ] as const)(
    'a second request that %s does not get the refusal of the first request',
    async (_, answer) => {
      const run = await refusedOnce();
      const ask = cfdi.cancel.bind(cfdi);
      cfdi.cancel = async (...given) => {
        await deliverChange(run, reported(run, 1, 5, 'rejected'));
        if (answer) cfdi.nextCancels.push(answer);
        return ask(...given);
      };
      expect(await cancel(run)).toMatchObject(underWay);
      expect((await refused(run)).details.reason).toBe('cancellation_in_progress');
      await deliverChange(run, reported(run, 2, 6, 'in_process'));
      await deliverChange(run, accepted(7));
      expect(await rowOf(run)).toMatchObject({ state: 'canceled' });
    },
  );

  it('the second request stays open if the refusal event of the first request arrives late', async () => {
    const run = await refusedOnce();
    const key = cancelKey(run.context);
    const detail = await cancel(run, 0, key);
    await deliverChange(run, reported(run, 1, 5, 'rejected'));
    expect(await rowOf(run)).toEqual(detail);
    await deliverChange(run, reported(run, 2, 6, 'rejected'));
    expect(await rowOf(run)).toMatchObject({ cancellation: { state: 'rejected' } });
  });

  it('a cancellation request by another client replaces the open request only if it cancels the document', async () => {
    const run = await refusedOnce();
    await cancel(run);
    const requestedBy = 'POST /v1/cfdi/{documentRef}/cancel k';
    await deliverChange(run, { version: 5, cancellation: { state: 'rejected', requestedBy } });
    expect(await rowOf(run)).toMatchObject(underWay);
    await deliverChange(run, {
      version: 6,
      status: 'canceled',
      cancellation: { state: 'accepted', requestedBy },
    });
    expect(await rowOf(run)).toMatchObject({ state: 'canceled' });
  });
});

describe("applying the SAT's decision about a cancellation", () => {
  it("the SAT's decision is shown on the receipt, and the last canceled receipt cancels the run", async () => {
    const run = await stamped();
    await cancel(run);
    await deliverChange(run, { version: 5, cancellation: { state: 'in_process' } });
    expect(await rowOf(run)).toMatchObject({
      state: 'stamped',
      cancellation: { state: 'in_process' },
    });
    await deliverChange(run, accepted(6));
    await deliverChange(run, { version: 5, cancellation: { state: 'in_process' } });
    await deliverChange(run, accepted(6));
    expect(await rowOf(run)).toMatchObject({
      state: 'canceled',
      cancellation: { state: 'accepted' },
    });
    expect(await runOf(run)).toMatchObject({
      state: 'canceled',
      rowCounts: { canceled: 1 },
      totals: { receiptCount: 0 },
    });
    const sql = `select 1 from outbox where subject = 'payroll.row.canceled' and aggregate_id = $1`;
    expect(await service.rows(sql, [run.rows[0]!.rowId])).toHaveLength(1);
  });

  it('a run with other receipts stays stamped after a cancellation, with fewer receipts and a lower total', async () => {
    const run = await stamped(2);
    const before = (await runOf(run))['totals'] as Record<string, number>;
    await cancel(run, 1);
    await deliverChange(run, accepted(5), 1);
    expect(await runOf(run)).toMatchObject({
      state: 'stamped',
      rowCounts: { stamped: 1, canceled: 1 },
      totals: { receiptCount: 1, net: before['net']! / 2 },
    });
  });

  it("the SAT's decision is applied even if the cancellation was requested on the SAT's website", async () => {
    const run = await stamped(2);
    await deliverChange(run, { version: 4, cancellation: { state: 'requested', motive: '03' } });
    expect(await rowOf(run)).toMatchObject({ cancellation: { state: 'requested', motive: '03' } });
    expect((await refused(run)).details.reason).toBe('cancellation_in_progress');
    await deliverChange(run, { version: 4, status: 'canceled' }, 1);
    expect(await rowOf(run, 1)).toMatchObject({
      state: 'canceled',
      cancellation: { state: 'accepted' },
    });
  });

  it('a new request is possible after the SAT has rejected a cancellation', async () => {
    const run = await stamped();
    await cancel(run);
    await deliverChange(run, { version: 5, cancellation: { state: 'rejected', code: 'no' } });
    expect(await rowOf(run)).toMatchObject({ state: 'stamped', cancellation: { code: 'no' } });
    expect(await cancel(run)).toMatchObject({ cancellation: { state: 'requested' } });
  });

  it("the SAT's decision is stored until the stamp of the receipt is confirmed", async () => {
    const run = await stamped();
    const { rowId } = run.rows[0]!;
    await service.rows(
      `update payroll_rows set state = 'stamping',
      next_try_at = '2026-01-01' where id = $1`,
      [rowId],
    );
    await deliverChange(run, accepted(5));
    expect(await rowOf(run)).toMatchObject({ state: 'stamping' });
    await reconcileRun(createRun(service.runtime, run.context), { cfdi }, run.runId);
    expect(await rowOf(run)).toMatchObject({ state: 'canceled', uuid: expect.any(String) });
  });

  it("the SAT's decision is ignored for a document of another kind or without a receipt", async () => {
    const run = await stamped();
    await deliverChange(run, { ...accepted(5), kind: 'income' });
    expect(await rowOf(run)).toMatchObject({ state: 'stamped' });
    const stranger = { ...run, context: callContext() };
    await deliverChange(stranger, accepted(6));
    expect(await rowOf(run)).toMatchObject({ state: 'stamped' });
  });
});

describe('paying the period of a canceled receipt', () => {
  it('a canceled receipt stays canceled, and another receipt can pay its period', async () => {
    const run = await stamped();
    await deliverChange(run, accepted(5));
    const { rowId } = run.rows[0]!;
    for (const operation of [restampPayrollRow, omitPayrollRow])
      await expect(service.answer(operation, run.context, { rowId })).rejects.toMatchObject({
        code: 'conflict',
      });
    const again = await addRun(service, run.context);
    await calculate(service, run.context, again);
    expect(await rowsOf(service, run.context, again)).toMatchObject([
      { state: 'ready', issues: [] },
    ]);
  });
});
