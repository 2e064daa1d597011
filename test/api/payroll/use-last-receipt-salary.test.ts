import { randomUUID } from 'node:crypto';
import { created, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { addEmployee, addRun, calculate, calculatedRun, rowsOf, settled } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
});

const take = (rowId: string) =>
  api.request('POST', `/v1/payroll/rows/${rowId}/use-last-receipt-salary`);

describe('200', () => {
  it('useLastReceiptSalary restores the salary from the last stamped receipt', async () => {
    const employeeId = await addEmployee(api);
    const june = await addRun(api, { employeeIds: [employeeId] });
    await calculate(api, june);
    await api.request('POST', `/v1/payroll/runs/${june}/stamp`);
    expect(await settled(api, june)).toMatchObject({ state: 'stamped' });
    const lost = { dailyWage: null, integratedDailySalary: null, salaryEffectiveOn: '2026-06-16' };
    await api.request('PATCH', `/v1/employees/${employeeId}`, { body: lost });
    const days = { periodStartedOn: '2026-06-16', periodEndedOn: '2026-06-30' };
    const later = await addRun(api, { ...days, paidOn: '2026-06-30', employeeIds: [employeeId] });
    await calculate(api, later);
    const [row] = await rowsOf(api, later);
    expect(row).toMatchObject({ state: 'needs_attention', lastReceiptSalaryAvailable: true });
    const { status, json } = await take(row!.rowId as string);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      state: 'ready',
      lastReceiptSalaryAvailable: false,
      totals: { gross: 7500 },
    });
    const record = (await api.request('GET', `/v1/employees/${employeeId}`)).json.data;
    expect(record).toMatchObject({ dailyWage: 500, integratedDailySalary: 526.05 });
  });
});

describe('404', () => {
  it('useLastReceiptSalary does not find an unknown receipt', async () => {
    expect(refusalOf(await take(randomUUID()))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('useLastReceiptSalary refuses the request if no stamped receipt exists', async () => {
    const { rowId } = await calculatedRun(api);
    expect(refusalOf(await take(rowId))).toBe('409 conflict no_receipt_salary');
  });
});
