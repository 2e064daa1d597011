import type { Api } from '@timbre/testkit';
import { startDocumented } from '../documented';
import { addEmployee } from '../payroll/people';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const at = (employeeId: string, verb = '') => `/v1/employees/${employeeId}${verb}`;

describe('updateEmployee', () => {
  it('replaces, clears and leaves; a raise holds from its day on', async () => {
    const employeeId = await addEmployee(api, { jobTitle: 'Auxiliar', email: 'a@example.com' });
    const body = {
      jobTitle: 'Contadora',
      email: null,
      dailyWage: 550,
      salaryEffectiveOn: '2026-07-01',
    };
    const { status, json } = await api.request('PATCH', at(employeeId), { body });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      jobTitle: 'Contadora',
      rfc: 'GOLA850312AB1',
      dailyWage: 550,
      salaryHistory: [
        { effectiveOn: '2024-01-08', dailyWage: 500, integratedDailySalary: 526.05 },
        { effectiveOn: '2026-07-01', dailyWage: 550, integratedDailySalary: 526.05 },
      ],
    });
    expect(json.data).not.toHaveProperty('email');
  });

  it('refuses what would be wrong, and leaves the record', async () => {
    const employeeId = await addEmployee(api);
    const answer = await api.request('PATCH', at(employeeId), { body: { rfc: 'EKU9003173C9' } });
    expect(issuesOf(answer)).toEqual(['rfc: rfc_invalid']);
    const { json } = await api.request('GET', at(employeeId));
    expect(json.data.rfc).toBe('GOLA850312AB1');
  });
});

describe('terminateEmployee and reinstateEmployee', () => {
  it('end an employment once and take it up again', async () => {
    const employeeId = await addEmployee(api);
    const body = { employmentEndedOn: '2026-06-30' };
    const ended = await api.request('POST', at(employeeId, '/terminate'), { body });
    expect(ended.json.data).toMatchObject({ status: 'terminated', ...body });
    const again = await api.request('POST', at(employeeId, '/terminate'), { body });
    expect(refusalOf(again)).toBe('409 conflict employee_terminated');
    const back = await api.request('POST', at(employeeId, '/reinstate'));
    expect(back.json.data).toMatchObject({ status: 'active', employmentStartedOn: '2024-01-08' });
    const twice = await api.request('POST', at(employeeId, '/reinstate'));
    expect(refusalOf(twice)).toBe('409 conflict employee_active');
  });

  it('end no employment before it began', async () => {
    const employeeId = await addEmployee(api);
    const body = { employmentEndedOn: '2023-12-31' };
    const answer = await api.request('POST', at(employeeId, '/terminate'), { body });
    expect(issuesOf(answer)).toEqual(['employmentEndedOn: employment_dates_out_of_order']);
  });
});

describe('getEmployeeReadiness', () => {
  it('says which codes a payroll of today would raise', async () => {
    const employeeId = await addEmployee(api, { curp: undefined, stateCode: undefined });
    const { json } = await api.request('GET', at(employeeId, '/readiness'));
    expect(json.data).toMatchObject({ employeeId, ready: false });
    expect(json.data.issues).toEqual(
      expect.arrayContaining([
        { code: 'curp_invalid', field: 'curp' },
        { code: 'state_code_missing', field: 'stateCode' },
        { code: 'employer_rfc_missing', field: 'employer.rfc' },
      ]),
    );
  });
});

describe('deleteEmployee', () => {
  it('is gone afterwards', async () => {
    const employeeId = await addEmployee(api);
    const { json } = await api.request('DELETE', at(employeeId));
    expect(json.data).toEqual({ employeeId, deleted: true });
    expect(refusalOf(await api.request('GET', at(employeeId)))).toBe('404 not_found');
    expect(refusalOf(await api.request('DELETE', at(employeeId)))).toBe('404 not_found');
  });
});

describe('listEmployees', () => {
  it('finds by words and by status, newest first', async () => {
    const other = await startDocumented();
    const ana = await addEmployee(other, { legalName: 'ANA PÉREZ' });
    const beto = await addEmployee(other, { legalName: 'BETO RUIZ' });
    const body = { employmentEndedOn: '2026-06-30' };
    await other.request('POST', at(beto, '/terminate'), { body });
    const ids = async (query: string) =>
      (await other.request('GET', `/v1/employees${query}`)).json.data.map(
        (one: { employeeId: string }) => one.employeeId,
      );
    expect(await ids('')).toEqual([beto, ana]);
    expect(await ids('?query=perez')).toEqual([ana]);
    expect(await ids('?status=terminated')).toEqual([beto]);
  });

  it('shows nothing of another organization', async () => {
    const employeeId = await addEmployee(api);
    const stranger = await startDocumented();
    expect((await stranger.request('GET', '/v1/employees')).json.data).toEqual([]);
    expect(refusalOf(await stranger.request('GET', at(employeeId)))).toBe('404 not_found');
  });
});
