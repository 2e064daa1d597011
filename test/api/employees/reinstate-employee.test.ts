import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { addEmployee } from '../payroll/people';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const reinstate = (employeeId: string, body?: object) =>
  api.request('POST', `/v1/employees/${employeeId}/reinstate`, body ? { body } : {});

async function terminated(): Promise<string> {
  const employeeId = await addEmployee(api);
  const body = { employmentEndedOn: '2026-06-30' };
  await api.request('POST', `/v1/employees/${employeeId}/terminate`, { body });
  return employeeId;
}

describe('200', () => {
  it('reinstateEmployee undoes the termination of an employee', async () => {
    const { status, json } = await reinstate(await terminated());
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ status: 'active', employmentStartedOn: '2024-01-08' });
    expect(json.data).not.toHaveProperty('employmentEndedOn');
  });

  it('reinstateEmployee starts a new employment, and vacation is counted from its first day', async () => {
    const body = { employmentStartedOn: '2026-07-01' };
    const { json } = await reinstate(await terminated(), body);
    expect(json.data).toMatchObject({ status: 'active', ...body });
  });
});

describe('400', () => {
  it('reinstateEmployee refuses a new employment before the previous one ended', async () => {
    const answer = await reinstate(await terminated(), { employmentStartedOn: '2026-06-30' });
    expect(issuesOf(answer)).toEqual(['employmentStartedOn: employment_dates_out_of_order']);
  });
});

describe('404', () => {
  it('reinstateEmployee does not find an unknown employee', async () => {
    expect(refusalOf(await reinstate(randomUUID()))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('reinstateEmployee refuses an employment that has not ended', async () => {
    expect(refusalOf(await reinstate(await addEmployee(api)))).toBe('409 conflict employee_active');
  });
});
