import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { calculatedRun } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const recalculate = (rowId: string) => api.request('POST', `/v1/payroll/rows/${rowId}/recalculate`);

describe('200', () => {
  it('recalculatePayrollRow uses the current data, and updates the totals of the run', async () => {
    const { employeeId, runId, rowId } = await calculatedRun(api);
    const raise = { dailyWage: 600, salaryEffectiveOn: '2026-06-01' };
    await api.request('PATCH', `/v1/employees/${employeeId}`, { body: raise });
    const { status, json } = await recalculate(rowId);
    expect(status).toBe(200);
    expect(json.data.totals.gross).toBe(9000);
    const run = (await api.request('GET', `/v1/payroll/runs/${runId}`)).json.data;
    expect(run.totals.gross).toBe(9000);
  });

  it('recalculatePayrollRow returns the same amounts if nothing has changed', async () => {
    const { rowId } = await calculatedRun(api);
    const [first, second] = [await recalculate(rowId), await recalculate(rowId)];
    expect({ ...second.json.data, updatedAt: '' }).toEqual({ ...first.json.data, updatedAt: '' });
  });

  it('recalculatePayrollRow recalculates an omitted receipt, which remains omitted', async () => {
    const { employeeId, rowId } = await calculatedRun(api);
    await api.request('POST', `/v1/payroll/rows/${rowId}/omit`);
    const raise = { dailyWage: 600, salaryEffectiveOn: '2026-06-01' };
    await api.request('PATCH', `/v1/employees/${employeeId}`, { body: raise });
    expect((await recalculate(rowId)).json.data).toMatchObject({
      state: 'excluded',
      omitted: true,
      totals: { gross: 9000 },
    });
  });

  it('recalculatePayrollRow excludes an employee who was not employed in the period', async () => {
    const { employeeId, rowId } = await calculatedRun(api);
    const body = { employmentEndedOn: '2026-05-31' };
    await api.request('POST', `/v1/employees/${employeeId}/terminate`, { body });
    const { state, omitted, issues } = (await recalculate(rowId)).json.data;
    expect({ state, omitted }).toEqual({ state: 'excluded', omitted: false });
    const issue = { code: 'not_employed_in_period', field: 'employmentStartedOn' };
    expect(issues).toContainEqual(expect.objectContaining(issue));
  });
});

describe('404', () => {
  it('recalculatePayrollRow does not find an unknown receipt', async () => {
    expect(refusalOf(await recalculate(randomUUID()))).toBe('404 not_found');
  });
});
