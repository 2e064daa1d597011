import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { addEmployee } from '../payroll/people';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const update = (employeeId: string, body: object) =>
  api.request('PATCH', `/v1/employees/${employeeId}`, { body });

describe('200', () => {
  it('updateEmployee replaces given values, clears null values and does not change the rest', async () => {
    const employeeId = await addEmployee(api, { jobTitle: 'Auxiliar', email: 'a@example.com' });
    const { status, json } = await update(employeeId, { jobTitle: 'Contadora', email: null });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ jobTitle: 'Contadora', rfc: 'GOLA850312AB1' });
    expect(json.data).not.toHaveProperty('email');
  });

  it('updateEmployee stores a raise with its first day, and preserves the previous salary', async () => {
    const employeeId = await addEmployee(api);
    const raise = { dailyWage: 550, salaryEffectiveOn: '2026-07-01' };
    const { json } = await update(employeeId, raise);
    expect(json.data).toMatchObject({
      dailyWage: 550,
      salaryHistory: [
        { effectiveOn: '2024-01-08', dailyWage: 500, integratedDailySalary: 526.05 },
        { effectiveOn: '2026-07-01', dailyWage: 550, integratedDailySalary: 526.05 },
      ],
    });
  });

  it('updateEmployee corrects an older salary without changing the current one', async () => {
    const employeeId = await addEmployee(api);
    await update(employeeId, { dailyWage: 550, salaryEffectiveOn: '2026-07-01' });
    const older = { dailyWage: 510, salaryEffectiveOn: '2025-01-01' };
    const { json } = await update(employeeId, older);
    expect(json.data.dailyWage).toBe(550);
    expect(
      json.data.salaryHistory.map(({ effectiveOn, dailyWage }: Record<string, unknown>) => [
        effectiveOn,
        dailyWage,
      ]),
    ).toEqual([
      ['2024-01-08', 500],
      ['2025-01-01', 510],
      ['2026-07-01', 550],
    ]);
  });

  it('updateEmployee applies a future raise from its first day', async () => {
    const employeeId = await addEmployee(api);
    const raise = { dailyWage: 600, integratedDailySalary: 631.26 };
    await update(employeeId, { ...raise, salaryEffectiveOn: '2127-01-01' });
    const { json } = await update(employeeId, { integratedDailySalary: 531 });
    expect(json.data).toMatchObject(raise);
    expect(json.data.salaryHistory.slice(1)).toEqual([
      { effectiveOn: expect.any(String), dailyWage: 500, integratedDailySalary: 531 },
      { effectiveOn: '2127-01-01', ...raise },
    ]);
  });
});

describe('400', () => {
  it('updateEmployee refuses a value that conflicts with the record, and changes nothing', async () => {
    const employeeId = await addEmployee(api);
    const answer = await update(employeeId, { rfc: 'EKU9003173C9', bankCode: '002' });
    expect(issuesOf(answer)).toEqual(['rfc: rfc_invalid']);
    const { json } = await api.request('GET', `/v1/employees/${employeeId}`);
    expect(json.data.rfc).toBe('GOLA850312AB1');
    expect(json.data).not.toHaveProperty('bankCode');
  });

  it('updateEmployee refuses to clear the name, and refuses unknown fields', async () => {
    const employeeId = await addEmployee(api);
    const answer = await update(employeeId, { legalName: null, wage: 1 });
    expect(issuesOf(answer)).toEqual(['legalName: invalid_type', 'wage: unknown_field']);
  });
});

describe('updateEmployee with salaryEffectiveOn', () => {
  const alone = { salaryEffectiveOn: '2026-07-01' };

  it('updateEmployee requires a wage, and reports a missing wage together with other faults', async () => {
    const employeeId = await addEmployee(api);
    const answer = await update(employeeId, { ...alone, jobTitle: 'Contadora' });
    expect(issuesOf(answer)).toEqual(['salaryEffectiveOn: wages_missing']);
    expect(issuesOf(await update(employeeId, { ...alone, wage: 1 }))).toEqual([
      'salaryEffectiveOn: wages_missing',
      'wage: unknown_field',
    ]);
  });

  it('updateEmployee accepts a cleared wage, and reports only the faults of the request', async () => {
    const employeeId = await addEmployee(api);
    expect((await update(employeeId, { ...alone, contributionBaseSalary: null })).status).toBe(200);
    expect(issuesOf(await update(employeeId, []))).toEqual([': invalid_type']);
    expect(issuesOf(await update(employeeId, { ...alone, dailyWage: -1 }))).toEqual([
      'dailyWage: too_small',
    ]);
  });
});

describe('404', () => {
  it('updateEmployee does not find an unknown employee', async () => {
    expect(refusalOf(await update(randomUUID(), {}))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('updateEmployee refuses the employee number of another employee', async () => {
    const employeeNumber = randomUUID().slice(0, 8);
    await addEmployee(api, { employeeNumber });
    const answer = await update(await addEmployee(api), { employeeNumber });
    expect(refusalOf(answer)).toBe('409 conflict employee_number_taken');
  });
});
