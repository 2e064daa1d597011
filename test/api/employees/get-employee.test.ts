import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { addEmployee } from '../payroll/people';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const get = (employeeId: string, by = api) => by.request('GET', `/v1/employees/${employeeId}`);

describe('200', () => {
  it('getEmployee returns the whole record, and omits missing values', async () => {
    const employeeId = await addEmployee(api, { bankAccount: '002010077777777771' });
    const { status, json } = await get(employeeId);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      employeeId,
      status: 'active',
      curp: 'GOLA850312MDFMPN03',
      bankAccount: '002010077777777771',
      dailyWage: 500,
    });
    expect(json.data).not.toHaveProperty('jobTitle');
  });
});

describe('404', () => {
  it('getEmployee does not find an unknown employee or one of another organization', async () => {
    const employeeId = await addEmployee(api);
    const stranger = await startDocumented();
    expect(refusalOf(await get(employeeId, stranger))).toBe('404 not_found');
    expect(refusalOf(await get(randomUUID()))).toBe('404 not_found');
    expect(refusalOf(await get('nobody'))).toBe('404 not_found');
  });
});
