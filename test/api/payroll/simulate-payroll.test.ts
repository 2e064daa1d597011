import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { employer, fortnight } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const employee = {
  dailyWage: 500,
  integratedDailySalary: 526.05,
  employmentStartedOn: '2024-01-08',
  minimumWageZone: 'general',
};

const simulate = (changes: object = {}) =>
  api.request('POST', '/v1/payroll/simulations', {
    body: { period: fortnight, employee, employer, ...changes },
  });

describe('200', () => {
  it('simulatePayroll explains every amount of the result', async () => {
    const { status, json } = await simulate();
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      state: 'ready',
      totals: { gross: 7500, isr: 709.86, net: 6592.28 },
      explanation: { isrCaused: 709.86, contributionDays: 15 },
    });
  });

  it("simulatePayroll applies incidents and the employer's choices to the calculation", async () => {
    const { json } = await simulate({
      incidents: { absenceDays: 1, weeks: [{ overtimeHours: 4 }], sundaysWorked: 1 },
      employer: { ...employer, settings: { absenceCost: 'day_and_rest_share' } },
    });
    const types = json.data.earnings.map((line: { type: string }) => line.type);
    expect(types).toEqual(['001', '019', '020']);
    expect(json.data.paidDays).toBeLessThan(14);
  });

  it('simulatePayroll pays the subsidies of the employer for all incapacities as a single earning', async () => {
    const incapacities = [
      { type: '02', days: 2, employerSubsidy: 300 },
      { type: '01', days: 1, employerSubsidy: 150.5 },
    ];
    const { json } = await simulate({ incidents: { incapacities } });
    expect(json.data.earnings.slice(1)).toMatchObject([{ type: '014', exemptAmount: 450.5 }]);
  });

  it('simulatePayroll includes recurring items only in ordinary payments, as a payroll run does', async () => {
    const recurringEarnings = [{ type: '029', amount: 500 }];
    const withVouchers = { employee: { ...employee, recurringEarnings } };
    const typesOf = ({ json }: Awaited<ReturnType<typeof simulate>>) =>
      json.data.earnings.map((line: { type: string }) => line.type);
    expect(typesOf(await simulate(withVouchers))).toEqual(['001', '029']);
    const aguinaldo = { days: 15, workedDaysInYear: 365 };
    const period = { ...fortnight, kind: 'extraordinary' };
    const alone = await simulate({ ...withVouchers, period, incidents: { aguinaldo } });
    expect(typesOf(alone)).toEqual(['002']);
  });

  it('simulatePayroll reports issues that would prevent stamping, and stores nothing', async () => {
    const { json } = await simulate({ employee: { ...employee, dailyWage: 300 } });
    expect(json.data).toMatchObject({
      state: 'needs_attention',
      issues: [{ code: 'salary_below_minimum_wage', field: 'salary' }],
    });
    expect((await api.request('GET', '/v1/employees')).json.data).toEqual([]);
  });

  it('simulatePayroll requires the employer registration of an employment', async () => {
    const { json } = await simulate({ employer: undefined });
    expect(json.data).toMatchObject({
      state: 'needs_attention',
      issues: [{ code: 'employer_registration_missing', field: 'employer.registration' }],
    });
    const assimilated = { ...employee, contractType: '99', regimeType: '09' };
    const other = await simulate({ employer: undefined, employee: assimilated });
    expect(other.json.data.issues).not.toContainEqual(json.data.issues[0]);
  });

  it('simulatePayroll never uses legal figures of a different year', async () => {
    const dates = { periodStartedOn: '2027-01-01', periodEndedOn: '2027-01-15' };
    const { json } = await simulate({ period: { ...fortnight, ...dates, paidOn: '2027-01-15' } });
    expect(json.data.issues).toContainEqual({
      code: 'rules_unavailable',
      message: expect.stringContaining('missingRules names them'),
      field: 'paidOn',
      missingRules: ['isr.tariff.quincenal', 'isr.subsidy', 'minimum_wage.general'],
    });
    expect(json.data).not.toHaveProperty('totals');
  });
});

describe('400', () => {
  it('simulatePayroll reports every fault at once', async () => {
    const answer = await simulate({
      period: { ...fortnight, periodEndedOn: '2026-05-31' },
      employee: {
        ...employee,
        recurringEarnings: [{ type: '002', amount: 1 }],
        recurringDeductions: [{ type: '004', basis: 'amount', amount: 1 }],
      },
      incidents: { deductions: [{ type: '002', basis: 'amount', amount: 1 }] },
    });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'employee.recurringEarnings.0.type: invalid_request',
      'incidents.deductions.0.type: invalid_request',
      'period.periodEndedOn: period_out_of_order',
    ]);
  });

  it('simulatePayroll refuses text that is not an employer registration', async () => {
    const answer = await simulate({ employer: { registration: 'hola mundo' } });
    expect(issuesOf(answer)).toEqual(['employer.registration: employer_registration_invalid']);
  });

  it('simulatePayroll refuses fractional days of incapacity, and refuses the subsidy of an incapacity in the list of other earnings', async () => {
    const incapacity = { type: '02', days: 1.5, employerSubsidy: 100 };
    const half = await simulate({ incidents: { incapacities: [incapacity] } });
    expect(refusalOf(half)).toBe('400 validation_error');
    expect(issuesOf(half)).toEqual(['incidents.incapacities.0.days: invalid_type']);
    const subsidies = [{ type: '014', amount: 100 }];
    const apart = await simulate({
      employee: { ...employee, recurringEarnings: subsidies },
      incidents: { otherEarnings: subsidies },
    });
    expect(issuesOf(apart)).toEqual([
      'employee.recurringEarnings.0.type: invalid_request',
      'incidents.otherEarnings.0.type: invalid_request',
    ]);
  });
});
