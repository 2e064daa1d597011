import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { addEmployee, addRun, calculate, calculatedRun, rowsOf, settled } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const start = (runId: string, body?: object) =>
  api.request('POST', `/v1/payroll/runs/${runId}/calculate`, body ? { body } : {});

describe('202', () => {
  it('calculatePayrollRun responds immediately and completes in the background with progress', async () => {
    const employeeId = await addEmployee(api);
    const runId = await addRun(api, { employeeIds: [employeeId] });
    const answer = await start(runId);
    expect(answer.status).toBe(202);
    expect(answer.json.data).toMatchObject({
      state: 'calculating',
      progress: { done: 0, total: 1 },
    });
    expect(await settled(api, runId)).toMatchObject({
      state: 'review',
      totals: { receiptCount: 1, gross: 7500, net: 6592.28 },
    });
    // This organization has no fiscal profile, so its receipts have no issuer.
    expect(await rowsOf(api, runId)).toMatchObject([
      { employeeId, state: 'needs_attention', issues: [{ code: 'employer_rfc_missing' }] },
    ]);
  });

  it('calculatePayrollRun recalculates with the current data, and returns equal amounts for equal data', async () => {
    const { employeeId, runId } = await calculatedRun(api);
    const [first] = await rowsOf(api, runId);
    await calculate(api, runId);
    const [second] = await rowsOf(api, runId);
    expect({ ...second, updatedAt: '' }).toEqual({ ...first, updatedAt: '' });
    const raise = { dailyWage: 600, salaryEffectiveOn: '2026-06-01' };
    await api.request('PATCH', `/v1/employees/${employeeId}`, { body: raise });
    expect(await calculate(api, runId)).toMatchObject({ totals: { gross: 9000 } });
  });

  it('calculatePayrollRun accepts new dates and another employer while nothing is stamped', async () => {
    const { runId } = await calculatedRun(api);
    await start(runId, { paidOn: '2026-06-16', employer: { registration: 'B5510768108' } });
    expect(await settled(api, runId)).toMatchObject({
      paidOn: '2026-06-16',
      periodEndedOn: '2026-06-15',
      employer: { registration: 'B5510768108' },
    });
  });
});

describe('400', () => {
  it('calculatePayrollRun refuses a period that ends before it begins, and leaves the run unchanged', async () => {
    const { runId } = await calculatedRun(api);
    const answer = await start(runId, { periodEndedOn: '2026-05-31' });
    expect(issuesOf(answer)).toEqual(['periodEndedOn: period_out_of_order']);
    expect(await settled(api, runId)).toMatchObject({
      state: 'review',
      periodEndedOn: '2026-06-15',
    });
  });

  it('calculatePayrollRun refuses an unknown field', async () => {
    const answer = await start(randomUUID(), { paymentFrequency: '02' });
    expect(issuesOf(answer)).toEqual(['paymentFrequency: unknown_field']);
  });
});

describe('404', () => {
  it('calculatePayrollRun does not find an unknown run', async () => {
    expect(refusalOf(await start(randomUUID()))).toBe('404 not_found');
  });
});
