import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { addEmployee, calculate, employer, fortnight, rowsOf } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const create = (body: object, key: string = randomUUID()) =>
  api.request('POST', '/v1/payroll/runs', { body, headers: { 'idempotency-key': key } });

describe('201', () => {
  it('createPayrollRun returns a draft without amounts', async () => {
    const body = { ...fortnight, name: 'Quincena 11', employeeIds: [await addEmployee(api)] };
    const { status, json } = await create(body);
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      ...body,
      kind: 'ordinary',
      state: 'draft',
      rowCounts: {},
      totals: { receiptCount: 0, net: 0 },
    });
    expect(json.data).not.toHaveProperty('progress');
  });

  it('createPayrollRun ignores the case of employee identifiers, and pays no employee twice', async () => {
    const employeeId = await addEmployee(api);
    const { json } = await create({
      ...fortnight,
      employer,
      employeeIds: [employeeId.toUpperCase(), employeeId],
    });
    expect(json.data.employeeIds).toEqual([employeeId]);
    await calculate(api, json.data.runId);
    // The issue concerns the organization, because only the organization lacks data.
    const issues = [{ code: 'employer_rfc_missing' }];
    expect(await rowsOf(api, json.data.runId)).toMatchObject([{ employeeId, issues }]);
  });

  it('createPayrollRun warns of a second run for the same period, except if the second run pays different employees', async () => {
    const [one, other] = [await addEmployee(api), await addEmployee(api)];
    const year = { ...fortnight, periodStartedOn: '2025-03-01', periodEndedOn: '2025-03-15' };
    const paid = { ...year, paidOn: '2025-03-15', name: 'Quincena 5' };
    const first = await create({ ...paid, employeeIds: [one] });
    expect(first.json).not.toHaveProperty('warnings');
    expect((await create({ ...paid, employeeIds: [other] })).json).not.toHaveProperty('warnings');
    const second = await create({ ...paid, employeeIds: [one] });
    expect(second.status).toBe(201);
    expect(second.json.warnings).toEqual([
      {
        path: ['periodStartedOn'],
        code: 'period_repeated',
        message: expect.stringContaining(first.json.data.runId as string),
      },
    ]);
  });

  it('createPayrollRun returns the payroll settings of the employer as they were sent', async () => {
    const settings = {
      absenceCost: 'day_and_rest_share',
      aguinaldoDays: 15,
      vacationPremiumRate: 0.25,
      sundayPremiumRate: 0.3,
    };
    const { json } = await create({ ...fortnight, employer: { settings } });
    expect(json.data.employer.settings).toEqual(settings);
  });

  it('createPayrollRun returns the same run for the same idempotency key', async () => {
    const key = randomUUID();
    const first = await create(fortnight, key);
    expect((await create(fortnight, key)).bytes.equals(first.bytes)).toBe(true);
    const other = await create({ ...fortnight, name: 'Otra' }, key);
    expect(refusalOf(other)).toBe('409 idempotency_conflict');
  });
});

describe('404', () => {
  it('createPayrollRun reports every employee that the organization does not have', async () => {
    const employeeIds = ['x', await addEmployee(api), randomUUID()];
    const answer = await create({ ...fortnight, employeeIds });
    expect(refusalOf(answer)).toBe('404 not_found');
    expect(issuesOf(answer)).toEqual([
      'employeeIds.0: employee_not_found',
      'employeeIds.2: employee_not_found',
    ]);
  });
});

describe('400', () => {
  it('createPayrollRun reports all invalid values at once', async () => {
    const answer = await create({
      ...fortnight,
      paymentFrequency: '99',
      periodEndedOn: '2026-07-15',
    });
    expect(issuesOf(answer)).toEqual([
      'paymentFrequency: unsupported_frequency',
      'periodEndedOn: period_too_long',
    ]);
  });

  it('createPayrollRun reports all missing and unknown fields at once', async () => {
    const answer = await create({ periodStartedOn: '2026-02-30', kind: 'weekly', employeeIds: [] });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'employeeIds: too_small',
      'kind: invalid_value',
      'paidOn: required',
      'paymentFrequency: required',
      'periodEndedOn: required',
      'periodStartedOn: invalid_format',
    ]);
  });

  it('createPayrollRun refuses a period that ends before it begins', async () => {
    const answer = await create({ ...fortnight, periodEndedOn: '2026-05-31' });
    expect(issuesOf(answer)).toEqual(['periodEndedOn: period_out_of_order']);
  });
});
