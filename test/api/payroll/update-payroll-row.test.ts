import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { addRun, calculate, calculatedRun, rowsOf } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const update = (rowId: string, body: object) =>
  api.request('PATCH', `/v1/payroll/rows/${rowId}`, { body });

/** The only expected issue: the organization of these tests has no fiscal profile. */
const unnamedEmployer = [{ code: 'employer_rfc_missing' }];

const lines = {
  paidDays: 15,
  earnings: [{ type: '001', taxableAmount: 8000.1, exemptAmount: 0 }],
  otherPayments: [{ type: '002', amount: 0, employmentSubsidy: 0 }],
};

describe('200', () => {
  it('updatePayrollRow replaces the lines with manual lines and removes the explanation', async () => {
    const { rowId } = await calculatedRun(api);
    const { status, json } = await update(rowId, lines);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      source: 'manual',
      earnings: [{ type: '001', code: '001', taxableAmount: 8000.1 }],
      totals: { gross: 8000.1, net: 8000.1, isr: 0 },
    });
    expect(json.data).not.toHaveProperty('explanation');
  });

  it('updatePayrollRow accepts and returns the details that some types of lines require', async () => {
    const { rowId } = await calculatedRun(api);
    const overtime = [{ days: 2, hoursType: '01', hours: 4, amount: 500 }];
    const shares = { marketValue: 1200, grantPrice: 1000 };
    const favorableBalance = { amount: 900, year: 2025, remainingAmount: 600 };
    const incapacities = [{ type: '02', days: 1, amount: 250.5 }];
    const body = {
      ...lines,
      earnings: [
        ...lines.earnings,
        { type: '019', taxableAmount: 250, exemptAmount: 250, overtime },
        { type: '045', taxableAmount: 200, exemptAmount: 0, shares },
        { type: '014', taxableAmount: 0, exemptAmount: 250.5 },
      ],
      deductions: [{ type: '006', amount: 250.5 }],
      otherPayments: [...lines.otherPayments, { type: '004', amount: 300, favorableBalance }],
      incapacities,
    };
    const { status, json } = await update(rowId, body);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      issues: unnamedEmployer,
      earnings: [{}, { overtime }, { shares }, { type: '014' }],
      otherPayments: [{}, { favorableBalance }],
      incapacities,
    });
    const again = await api.request('POST', `/v1/payroll/rows/${rowId}/recalculate`);
    expect(again.json.data).toMatchObject({ issues: unnamedEmployer, incapacities });
  });

  it.each([
    ['044', { pensionDailyAmount: 400.25 }],
    ['039', { lastMonthlySalary: 15_000 }],
    ['025', { lastMonthlySalary: 15_000, employmentEndedOn: '2026-06-10' }],
  ])('updatePayrollRow accepts a payment of %s with %j', async (type, parts) => {
    const { rowId } = await calculatedRun(api);
    const earnings = [{ type, taxableAmount: 1000, exemptAmount: 6000 }];
    const { json } = await update(rowId, { paidDays: 15, earnings, ...parts });
    expect(json.data).toMatchObject({ issues: unnamedEmployer, ...parts });
  });

  /**
   * Changes a payroll row, and a second payroll row of the same employee in a later run, and returns
   * the warnings of both changes.
   */
  async function warningsOfTwo(first: object, second: object) {
    const { employeeId, rowId } = await calculatedRun(api);
    const later = { periodStartedOn: '2026-06-16', periodEndedOn: '2026-06-30' };
    const employeeIds = [employeeId];
    const runId = await addRun(api, { employeeIds, ...later, paidOn: '2026-06-30' });
    await calculate(api, runId);
    const [row] = await rowsOf(api, runId);
    const answers = [await update(rowId, first), await update(row!.rowId as string, second)];
    return answers.map(({ status, json }) => {
      expect(status).toBe(200);
      const warnings = (json.warnings ?? []) as { path: unknown[]; code: string }[];
      return warnings.map(({ path, code }) => `${path.join('.')}: ${code}`).join();
    });
  }

  const returned = { incidents: { favorableBalance: { amount: 900, year: 2025 } } };

  it('updatePayrollRow warns if another receipt of the employee already returns the balance of the same year', async () => {
    expect(await warningsOfTwo(returned, returned)).toEqual([
      '',
      'incidents.favorableBalance: favorable_balance_repeated',
    ]);
    const favorableBalance = { amount: 900, year: 2025, remainingAmount: 600 };
    const payment = { type: '004', amount: 300, favorableBalance };
    const manual = { ...lines, otherPayments: [...lines.otherPayments, payment] };
    expect(await warningsOfTwo(returned, manual)).toEqual([
      '',
      'otherPayments.1.favorableBalance: favorable_balance_repeated',
    ]);
    const { rowId } = await calculatedRun(api);
    await update(rowId, returned);
    expect((await update(rowId, returned)).json).not.toHaveProperty('warnings');
  });

  it('updatePayrollRow warns if another receipt of the same pension already states a cumulative income', async () => {
    const earnings = (type: string) => [{ type, taxableAmount: 1000, exemptAmount: 6000 }];
    const pension = { paidDays: 15, earnings: earnings('039'), lastMonthlySalary: 15_000 };
    const separation = {
      ...pension,
      earnings: earnings('025'),
      employmentEndedOn: '2026-06-10',
    };
    expect(await warningsOfTwo(pension, pension)).toEqual([
      '',
      'earnings.0: cumulative_income_repeated',
    ]);
    expect(await warningsOfTwo(separation, pension)).toEqual(['', '']);
  });

  it('a later calculation checks the manual lines of updatePayrollRow but does not change them', async () => {
    const { runId, rowId } = await calculatedRun(api);
    await update(rowId, lines);
    await api.request('POST', `/v1/payroll/rows/${rowId}/recalculate`);
    const { json } = await api.request('GET', `/v1/payroll/rows/${rowId}`);
    expect(json.data).toMatchObject({ source: 'manual', totals: { net: 8000.1 } });
    const run = (await api.request('GET', `/v1/payroll/runs/${runId}`)).json.data;
    expect(run.totals).toMatchObject({ gross: 8000.1 });
  });

  it('updatePayrollRow can switch a row back to calculated lines, with or without incidents', async () => {
    const { rowId } = await calculatedRun(api);
    await update(rowId, lines);
    const absent = await update(rowId, { incidents: { absenceDays: 2 } });
    expect(absent.json.data).toMatchObject({ source: 'calculated', paidDays: 13 });
    const again = await update(rowId, { source: 'calculated' });
    expect(again.json.data).toMatchObject({ source: 'calculated', paidDays: 13 });
  });

  it.each([
    ['subsidy_line_invalid', { otherPayments: [] }],
    [
      'subsidy_ceiling_exceeded',
      { otherPayments: [{ type: '002', amount: 0, employmentSubsidy: 300 }] },
    ],
    ['negative_net', { deductions: [{ type: '004', amount: 9000 }] }],
  ])(
    'updatePayrollRow reports %s for lines that a document must not show',
    async (code, changes) => {
      const { rowId } = await calculatedRun(api);
      const { json } = await update(rowId, { ...lines, ...changes });
      const codes = json.data.issues.map((issue: { code: string }) => issue.code);
      expect(codes).toContain(code);
      expect(json.data.state).toBe('needs_attention');
    },
  );
});

describe('400', () => {
  it('updatePayrollRow refuses lines that a payroll CFDI cannot contain, and leaves the row unchanged', async () => {
    const { rowId } = await calculatedRun(api);
    const earnings = [{ type: '001', taxableAmount: 0, exemptAmount: 0 }];
    const answer = await update(rowId, { paidDays: 0, earnings });
    expect(issuesOf(answer)).toEqual(['earnings.0: invalid_request', 'paidDays: invalid_request']);
    const { json } = await api.request('GET', `/v1/payroll/rows/${rowId}`);
    expect(json.data).toMatchObject({ source: 'calculated', totals: { net: 6592.28 } });
  });

  it('updatePayrollRow refuses an exempt amount above the legal limit, and reports the allowed amount', async () => {
    const { rowId } = await calculatedRun(api);
    const aguinaldo = (exemptAmount: number) => ({
      ...lines,
      earnings: [...lines.earnings, { type: '002', taxableAmount: 0, exemptAmount }],
    });
    const answer = await update(rowId, aguinaldo(3519.31));
    expect(issuesOf(answer)).toEqual(['earnings.1.exemptAmount: exempt_amount_exceeded']);
    expect(answer.json.error.details.issues[0].message).toContain('At most 3519.30 is exempt');
    const { json } = await api.request('GET', `/v1/payroll/rows/${rowId}`);
    expect(json.data).toMatchObject({ source: 'calculated', totals: { net: 6592.28 } });
    expect((await update(rowId, aguinaldo(3519.3))).status).toBe(200);
  });

  it('updatePayrollRow refuses a line without its required details, and details that belong to another type of line', async () => {
    const { rowId } = await calculatedRun(api);
    const body = {
      ...lines,
      earnings: [
        { type: '019', taxableAmount: 100, exemptAmount: 0 },
        { type: '014', taxableAmount: 0, exemptAmount: 100 },
      ],
      pensionDailyAmount: 10,
    };
    expect(issuesOf(await update(rowId, body))).toEqual([
      'earnings.0.overtime: invalid_request',
      'incapacities: invalid_request',
      'pensionDailyAmount: invalid_request',
    ]);
  });

  it('updatePayrollRow refuses a separation payment together with wages, and the end of an employment without a separation payment', async () => {
    const { rowId } = await calculatedRun(api);
    const separation = { otherEarnings: [{ type: '025', amount: 50_000 }] };
    const answer = await update(rowId, { incidents: separation });
    expect(issuesOf(answer)).toEqual(['incidents.otherEarnings.0.type: separation_paid_apart']);
    const ended = { lastMonthlySalary: 15_000, employmentEndedOn: '2026-06-10' };
    expect(issuesOf(await update(rowId, { incidents: ended }))).toEqual([
      'incidents.employmentEndedOn: separation_paid_apart',
      'incidents.lastMonthlySalary: separation_paid_apart',
    ]);
    const pension = { otherEarnings: [{ type: '039', amount: 50_000 }] };
    expect(issuesOf(await update(rowId, { incidents: pension }))).toEqual([
      'incidents.otherEarnings.0.type: separation_paid_apart',
    ]);
    const shares = { otherEarnings: [{ type: '045', amount: 50_000 }] };
    expect(issuesOf(await update(rowId, { incidents: shares }))).toEqual([
      'incidents.otherEarnings.0.shares: invalid_request',
    ]);
  });

  it('updatePayrollRow reports every fault of the incidents and the lines', async () => {
    const { rowId } = await calculatedRun(api);
    const incidents = {
      absenceDays: -1,
      weeks: [{ overtimeHours: 200 }],
      deductions: [{ type: '010', basis: 'percent' }],
    };
    expect(issuesOf(await update(rowId, { incidents }))).toEqual([
      'incidents.absenceDays: too_small',
      'incidents.deductions.0.percent: required',
      'incidents.weeks.0.overtimeHours: too_big',
    ]);
    const earnings = [{ type: '001', taxableAmount: -1, exemptAmount: 0.001 }];
    const deductions = [{ type: '004', amount: 0 }];
    expect(issuesOf(await update(rowId, { paidDays: 15, earnings, deductions }))).toEqual([
      'deductions.0.amount: too_small',
      'earnings.0.exemptAmount: too_many_decimals',
      'earnings.0.taxableAmount: too_small',
    ]);
  });

  it('updatePayrollRow validates a request by the kind that the request declares', async () => {
    const { rowId } = await calculatedRun(api);
    const aguinaldo = { days: 15 };
    const calculated = { source: 'calculated', incidents: { aguinaldo } };
    expect(issuesOf(await update(rowId, calculated))).toEqual([
      'incidents.aguinaldo.workedDaysInYear: required',
    ]);
    expect(issuesOf(await update(rowId, { source: 'manual' }))).toEqual([
      'earnings: required',
      'paidDays: required',
    ]);
    expect(issuesOf(await update(rowId, { source: 'calculated', paidDays: 15 }))).toEqual([
      'paidDays: unknown_field',
    ]);
  });

  it('updatePayrollRow refuses incidents (such as absences) that the calculation cannot use', async () => {
    const { rowId } = await calculatedRun(api);
    const deductions = [{ type: '002', basis: 'amount', amount: 1 }];
    const answer = await update(rowId, { incidents: { deductions } });
    expect(issuesOf(answer)).toEqual(['incidents.deductions.0.type: invalid_request']);
  });
});

describe('404', () => {
  it('updatePayrollRow does not find an unknown receipt', async () => {
    expect(refusalOf(await update(randomUUID(), lines))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('updatePayrollRow refuses an omitted receipt', async () => {
    const { rowId } = await calculatedRun(api);
    await api.request('POST', `/v1/payroll/rows/${rowId}/omit`);
    expect(refusalOf(await update(rowId, lines))).toBe('409 conflict state_conflict');
  });
});
