import type { payroll } from '@timbre/contract';
import { callContext } from '@timbre/testkit';
import { listPayrollRules } from '../src/operations/list-payroll-rules';
import { simulatePayroll } from '../src/operations/simulate-payroll';
import { startPayroll, type PayrollRuntime } from './payroll';

let service: PayrollRuntime;
beforeAll(async () => void (service = await startPayroll()));
afterAll(() => service.close());

const request: payroll.SimulatePayrollRequest = {
  period: {
    kind: 'ordinary',
    paymentFrequency: '04',
    periodStartedOn: '2026-06-01',
    periodEndedOn: '2026-06-15',
    paidOn: '2026-06-15',
  },
  employee: {
    dailyWage: '500',
    integratedDailySalary: '526.05',
    employmentStartedOn: '2024-01-08',
    minimumWageZone: 'general',
  },
  employer: { registration: 'A1234567890' },
};

const simulated = (changes: Partial<payroll.SimulatePayrollRequest> = {}) =>
  service.answer(simulatePayroll, callContext(), { ...request, ...changes });

const noIncidents: payroll.Incidents = {
  incapacities: [],
  weeks: [],
  otherEarnings: [],
  deductions: [],
};

describe('simulatePayroll', () => {
  it('simulatePayroll returns exact and explained numbers, and lists each rule once', async () => {
    const answer = await simulated();
    expect(answer).toMatchObject({
      state: 'ready',
      issues: [],
      paidDays: 15,
      totals: { gross: 7500, isr: 709.86, net: 6592.28 },
    });
    const { rules } = answer.explanation as { rules: { key: string }[] };
    expect(new Set(rules.map((rule) => rule.key)).size).toBe(rules.length);
  });

  it('simulatePayroll adds recurring items to the given incidents', async () => {
    const { totals } = (await simulated({
      employee: {
        ...request.employee,
        recurringDeductions: { entries: [{ type: '019', basis: 'amount', amount: '100' }] },
      },
      incidents: {
        ...noIncidents,
        deductions: [{ type: '004', basis: 'amount', amount: '50.28' }],
      },
    })) as { totals: { net: number } };
    expect(totals.net).toBe(6442);
  });

  it('simulatePayroll reports missing data and does not replace them by guesses', async () => {
    const answer = await simulated({ employee: {} });
    expect(answer.issues).toEqual(
      expect.arrayContaining([
        { code: 'salary_missing', field: 'salary' },
        { code: 'employment_start_missing', field: 'employmentStartedOn' },
        { code: 'minimum_wage_zone_missing', field: 'minimumWageZone' },
      ]),
    );
    expect(answer).not.toHaveProperty('totals');
  });

  it('simulatePayroll returns no amounts for a year without published figures', async () => {
    const period = { ...request.period!, paidOn: '2027-01-15' };
    expect((await simulated({ period })).issues).toEqual([
      {
        code: 'rules_unavailable',
        field: 'paidOn',
        missingRules: ['isr.tariff.quincenal', 'isr.subsidy'],
      },
    ]);
  });

  it('simulatePayroll uses the last figures for an unpublished year if the employer chose so, and marks them as provisional', async () => {
    const period = { ...request.period!, paidOn: '2027-01-15' };
    const employer = { ...request.employer!, settings: { provisionalRules: true } };
    const { state, explanation } = (await simulated({ period, employer })) as {
      state: string;
      explanation: { rules: { key: string; provisional?: true }[] };
    };
    expect(state).toBe('ready');
    const provisional = explanation.rules.filter((rule) => rule.provisional).map(({ key }) => key);
    expect(provisional).toEqual(['isr.tariff.quincenal', 'isr.subsidy']);
  });

  it('simulatePayroll refuses a request and reports all its faults at once', async () => {
    const period = { ...request.period!, periodEndedOn: '2026-05-31', paymentFrequency: '09' };
    const incidents = {
      ...noIncidents,
      deductions: [{ type: '002', basis: 'amount', amount: '1' }],
    };
    await expect(simulated({ period, incidents })).rejects.toMatchObject({
      code: 'validation_error',
      details: {
        issues: [
          { path: ['period', 'paymentFrequency'], code: 'unsupported_frequency' },
          { path: ['period', 'periodEndedOn'], code: 'period_out_of_order' },
          { path: ['incidents', 'deductions', 0, 'type'], code: 'invalid_request' },
        ],
      },
    });
  });
});

describe('listPayrollRules', () => {
  const page = (given: payroll.ListPayrollRulesRequest) =>
    service.page(listPayrollRules, callContext(), given);

  it('listPayrollRules returns the rules in force on a day in pages', async () => {
    const first = await page({ on: '2026-06-15', page: { limit: 20 } });
    expect(first.data).toHaveLength(20);
    const { nextCursor } = first.pagination;
    const next = await page({ on: '2026-06-15', page: { limit: 50, cursor: nextCursor! } });
    expect(next.pagination).toEqual({ nextCursor: null, hasMore: false });
    const keys = [...first.data, ...next.data].map((rule) => rule.key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('listPayrollRules shows figures as numbers, with their legal basis and dates', async () => {
    const { data } = await page({ on: '2026-06-15', page: { query: 'isr.subsidy' } });
    expect(data).toEqual([
      expect.objectContaining({
        key: 'isr.subsidy',
        validFrom: '2026-02-01',
        validTo: '2026-12-31',
        value: expect.objectContaining({ monthlyAmount: 535.65, monthlyIncomeCap: 11_492.66 }),
      }),
    ]);
  });

  it.each(['x', Buffer.from('["payroll-rules","2026-06-14","","uma.tax"]').toString('base64url')])(
    'listPayrollRules refuses the cursor %s',
    async (cursor) => {
      await expect(page({ on: '2026-06-15', page: { cursor } })).rejects.toMatchObject({
        details: { issues: [{ code: 'cursor_invalid' }] },
      });
    },
  );
});
