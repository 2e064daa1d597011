import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { addEmployee, calculatedRun } from '../payroll/people';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const at = (employeeId: string) => `/v1/employees/${employeeId}`;

describe('200', () => {
  it('deleteEmployee removes the employee', async () => {
    const employeeId = await addEmployee(api);
    const { status, json } = await api.request('DELETE', at(employeeId));
    expect(status).toBe(200);
    expect(json.data).toEqual({ employeeId, deleted: true });
    expect(refusalOf(await api.request('GET', at(employeeId)))).toBe('404 not_found');
  });

  it('after deleteEmployee, receipts show the name but no tax data, and need attention', async () => {
    const { employeeId, rowId } = await calculatedRun(api);
    const row = `/v1/payroll/rows/${rowId}`;
    expect((await api.request('GET', row)).json.data.employeeTaxId).toBe('GOLA850312AB1');
    await api.request('DELETE', at(employeeId));
    const { json } = await api.request('GET', row);
    expect(json.data).toMatchObject({
      employeeName: 'ADRIANA GOMEZ LARA',
      state: 'needs_attention',
      issues: [{ code: 'employee_missing', field: 'employeeId' }],
    });
    expect(json.data).not.toHaveProperty('employeeTaxId');
  });
});

describe('404', () => {
  it('deleteEmployee does not find an unknown or deleted employee', async () => {
    const employeeId = await addEmployee(api);
    await api.request('DELETE', at(employeeId));
    expect(refusalOf(await api.request('DELETE', at(employeeId)))).toBe('404 not_found');
    expect(refusalOf(await api.request('DELETE', at(randomUUID())))).toBe('404 not_found');
  });
});
