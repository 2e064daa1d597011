import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { addEmployee } from '../payroll/people';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const terminate = (employeeId: string, body: object) =>
  api.request('POST', `/v1/employees/${employeeId}/terminate`, { body });

const lastDay = { employmentEndedOn: '2026-06-30' };

describe('200', () => {
  it('terminateEmployee sets the last day of the employment', async () => {
    const { status, json } = await terminate(await addEmployee(api), lastDay);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ status: 'terminated', ...lastDay });
  });

  it('terminateEmployee accepts the first day as the last day', async () => {
    const answer = await terminate(await addEmployee(api), { employmentEndedOn: '2024-01-08' });
    expect(answer.status).toBe(200);
  });
});

describe('400', () => {
  it('terminateEmployee refuses a last day before the first', async () => {
    const answer = await terminate(await addEmployee(api), { employmentEndedOn: '2024-01-07' });
    expect(issuesOf(answer)).toEqual(['employmentEndedOn: employment_dates_out_of_order']);
  });

  it('terminateEmployee requires the last day', async () => {
    expect(issuesOf(await terminate(await addEmployee(api), {}))).toEqual([
      'employmentEndedOn: required',
    ]);
  });
});

describe('404', () => {
  it('terminateEmployee does not find an unknown employee', async () => {
    expect(refusalOf(await terminate(randomUUID(), lastDay))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('terminateEmployee refuses a second termination', async () => {
    const employeeId = await addEmployee(api);
    await terminate(employeeId, lastDay);
    expect(refusalOf(await terminate(employeeId, lastDay))).toBe(
      '409 conflict employee_terminated',
    );
  });
});
