import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit';
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
  it('shows what was given, and the salary since the employment began', async () => {
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

  it('takes a name alone: the rest may come later', async () => {
    const { status, json } = await create({ legalName: 'JUAN PEREZ' });
    expect(status).toBe(201);
    expect(json.data.salaryHistory).toEqual([]);
  });

  it('is the same employee for the same key', async () => {
    const key = randomUUID();
    const first = await create({ legalName: 'UNA VEZ' }, key);
    const again = await create({ legalName: 'UNA VEZ' }, key);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(refusalOf(await create({ legalName: 'OTRA' }, key))).toBe('409 idempotency_conflict');
  });
});

describe('400', () => {
  it('reports every fault of the fields at once', async () => {
    const answer = await create({
      legalName: 'a|b',
      paymentFrequency: '77',
      dailyWage: -1,
      employmentStartedOn: '2026-02-30',
      socialSecurityNumber: 'x',
      minimumWageZone: 'south',
      recurringDeductions: [{ type: '010', basis: 'percent' }],
      salary: 1,
    });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'dailyWage: too_small',
      'employmentStartedOn: invalid_format',
      'legalName: character_not_allowed',
      'minimumWageZone: invalid_value',
      'paymentFrequency: not_in_catalog',
      'recurringDeductions.0.percent: required',
      'salary: unknown_field',
      'socialSecurityNumber: invalid_format',
    ]);
  });

  it('reports every wrong check digit at once', async () => {
    const answer = await create({
      legalName: 'X',
      curp: 'GOLA850312MDFMPN04',
      socialSecurityNumber: '12345678904',
      bankAccount: '002010077777777772',
    });
    expect(issuesOf(answer)).toEqual([
      'bankAccount: bank_account_invalid',
      'curp: curp_invalid',
      'socialSecurityNumber: social_security_number_invalid',
    ]);
  });
});

describe('409 conflict', () => {
  it('refuses a number that another employee has', async () => {
    const employeeNumber = randomUUID().slice(0, 8);
    await create({ legalName: 'A', employeeNumber });
    const answer = await create({ legalName: 'B', employeeNumber });
    expect(refusalOf(answer)).toBe('409 conflict employee_number_taken');
  });
});
