import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { calculatedRun } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const post = (rowId: string, verb: string) =>
  api.request('POST', `/v1/payroll/rows/${rowId}/${verb}`);

describe('200', () => {
  it('includePayrollRow includes an omitted receipt again and recalculates it', async () => {
    const { employeeId, rowId } = await calculatedRun(api);
    await post(rowId, 'omit');
    const raise = { dailyWage: 600, salaryEffectiveOn: '2026-06-01' };
    await api.request('PATCH', `/v1/employees/${employeeId}`, { body: raise });
    const { status, json } = await post(rowId, 'include');
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      state: 'needs_attention',
      omitted: false,
      totals: { gross: 9000 },
    });
  });
});

describe('404', () => {
  it('includePayrollRow does not find an unknown receipt', async () => {
    expect(refusalOf(await post(randomUUID(), 'include'))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('includePayrollRow refuses an employee who cannot be paid in this run', async () => {
    const { employeeId, rowId } = await calculatedRun(api);
    await post(rowId, 'omit');
    const body = { employmentEndedOn: '2026-05-31' };
    await api.request('POST', `/v1/employees/${employeeId}/terminate`, { body });
    expect(refusalOf(await post(rowId, 'include'))).toBe('409 conflict state_conflict');
    const { json } = await api.request('GET', `/v1/payroll/rows/${rowId}`);
    expect(json.data).toMatchObject({ state: 'excluded', omitted: true });
  });

  it('includePayrollRow refuses a receipt that was not omitted', async () => {
    const { rowId } = await calculatedRun(api);
    expect(refusalOf(await post(rowId, 'include'))).toBe('409 conflict state_conflict');
  });
});
