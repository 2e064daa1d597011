import type { Api } from '@timbre/testkit';
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

describe('simulatePayroll', () => {
  it('answers 200 with every amount explained', async () => {
    const { status, json } = await simulate();
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      state: 'ready',
      totals: { gross: 7500, isr: 709.86, net: 6592.28 },
      explanation: { isrCaused: 709.86, contributionDays: 15 },
    });
  });

  it('calculates incidents and choices of the employer', async () => {
    const { json } = await simulate({
      incidents: { absenceDays: 1, weeks: [{ overtimeHours: 4 }], sundaysWorked: 1 },
      employer: { ...employer, settings: { absenceCost: 'day_and_rest_share' } },
    });
    const types = json.data.earnings.map((line: { type: string }) => line.type);
    expect(types).toEqual(['001', '019', '020']);
    expect(json.data.paidDays).toBeLessThan(14);
  });

  it('answers 400 with every fault at once', async () => {
    const answer = await simulate({
      period: { ...fortnight, periodEndedOn: '2026-05-31' },
      incidents: { deductions: [{ type: '002', basis: 'amount', amount: 1 }] },
    });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'incidents.deductions.0.type: invalid_request',
      'period.periodEndedOn: period_out_of_order',
    ]);
  });
});

describe('listPayrollRules', () => {
  it('shows those of a day with figures and legal basis', async () => {
    const path = '/v1/payroll/rules?on=2026-06-15&query=subsidy&limit=50';
    const { status, json } = await api.request('GET', path);
    expect(status).toBe(200);
    expect(json.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          key: 'isr.subsidy',
          legalBasis: 'Decree DOF 2025-12-31',
          value: expect.objectContaining({ monthlyAmount: 535.65 }),
        }),
      ]),
    );
  });

  it('shows figures of another year for no day', async () => {
    const { json } = await api.request('GET', '/v1/payroll/rules?on=2027-01-01&query=isr.tariff');
    expect(json.data).toEqual([]);
  });
});
