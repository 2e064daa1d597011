import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { employeeInput } from '../payroll/people';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const create = (body: object, key: string = randomUUID()) =>
  api.request('POST', '/v1/employees', { body, headers: { 'idempotency-key': key } });

describe('201', () => {
  it('createEmployee returns the given data, and the salary from the first day of employment', async () => {
    const recurringDeductions = [
      { type: '010', basis: 'factor', factor: 25.5, unitValue: 100.81, description: 'INFONAVIT' },
    ];
    const recurringEarnings = [{ type: '029', amount: 400 }];
    const given = { ...employeeInput, recurringDeductions, recurringEarnings };
    const { status, json } = await create(given);
    expect(status).toBe(201);
    expect(json.data).toEqual({
      ...given,
      employeeId: expect.any(String),
      status: 'active',
      salaryHistory: [{ effectiveOn: '2024-01-08', dailyWage: 500, integratedDailySalary: 526.05 }],
      updatedAt: expect.any(String),
    });
  });

  it('createEmployee requires only a name, and the other data can be added later', async () => {
    const { status, json } = await create({ legalName: 'JUAN PEREZ' });
    expect(status).toBe(201);
    expect(json.data.salaryHistory).toEqual([]);
  });

  it('createEmployee returns the same employee to a request with the same key', async () => {
    const key = randomUUID();
    const first = await create({ legalName: 'UNA VEZ' }, key);
    const again = await create({ legalName: 'UNA VEZ' }, key);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(refusalOf(await create({ legalName: 'OTRA' }, key))).toBe('409 idempotency_conflict');
  });
});

describe('400', () => {
  it('createEmployee reports all invalid fields at once', async () => {
    const answer = await create({
      legalName: 'a|b',
      paymentFrequency: '77',
      dailyWage: -1,
      employmentStartedOn: '2026-02-30',
      rfc: 'XAXX010101000',
      curp: 'GOLA850312MDFMPN04',
      socialSecurityNumber: '12345678904',
      bankAccount: '002010077777777772',
      minimumWageZone: 'south',
      recurringDeductions: [{ type: '010', basis: 'percent' }],
      salary: 1,
    });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'bankAccount: bank_account_invalid',
      'curp: curp_invalid',
      'dailyWage: too_small',
      'employmentStartedOn: invalid_format',
      'legalName: character_not_allowed',
      'minimumWageZone: invalid_value',
      'paymentFrequency: not_in_catalog',
      'recurringDeductions.0.percent: required',
      'rfc: rfc_invalid',
      'salary: unknown_field',
      'socialSecurityNumber: social_security_number_invalid',
    ]);
  });

  it('createEmployee reports every invalid combination of fields', async () => {
    const answer = await create({
      legalName: 'X',
      bankAccount: '002010077777777771',
      bankCode: '002',
      recurringDeductions: [{ type: '001', basis: 'amount', amount: 1 }],
    });
    expect(issuesOf(answer)).toEqual([
      'bankAccount: bank_account_invalid',
      'recurringDeductions.0.type: recurring_item_invalid',
    ]);
  });

  it.each([
    ['rfc', ['EKU9003173C9', 'XEXX010101000', 'GOLA850230AB1', 'nobody']],
    ['curp', ['', 'GOLA850312MDFMPN04', 'GOLA850312MDFMPN0', 'GOLA850332MDFMPN03']],
    ['socialSecurityNumber', ['', '1234567890', '12345678904', '123456789034']],
    ['bankAccount', ['', '123456789', '123456789012', '002010077777777770', '1234567890a']],
  ])('createEmployee refuses an invalid %s', async (field, wrong) => {
    for (const value of wrong) {
      const { status, json } = await create({ legalName: 'X', [field]: value });
      const [issue, ...others] = json.error.details.issues;
      expect([status, issue.path, others]).toEqual([400, [field], []]);
    }
  });
});

describe('409 conflict', () => {
  it('createEmployee refuses the employee number of another employee', async () => {
    const employeeNumber = randomUUID().slice(0, 8);
    await create({ legalName: 'A', employeeNumber });
    const answer = await create({ legalName: 'B', employeeNumber });
    expect(refusalOf(answer)).toBe('409 conflict employee_number_taken');
  });
});
