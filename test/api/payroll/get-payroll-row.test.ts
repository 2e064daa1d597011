import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { calculatedRun } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const get = (rowId: string, by = api) => by.request('GET', `/v1/payroll/rows/${rowId}`);

describe('200', () => {
  it('getPayrollRow returns every field of the contract', async () => {
    const { employeeId, runId, rowId } = await calculatedRun(api);
    const { status, json } = await get(rowId);
    expect(status).toBe(200);
    expect(json.data).toEqual({
      rowId,
      runId,
      employeeId,
      employeeName: 'ADRIANA GOMEZ LARA',
      employeeTaxId: 'GOLA850312AB1',
      state: 'needs_attention',
      omitted: false,
      source: 'calculated',
      issues: [
        {
          code: 'employer_rfc_missing',
          message: 'The organization has no fiscal profile with an RFC.',
          field: 'employer.rfc',
        },
      ],
      updatedAt: expect.any(String),
      paidDays: 15,
      totals: {
        gross: 7500,
        deductions: 907.72,
        net: 6592.28,
        isr: 709.86,
        subsidy: 0,
        imss: 197.86,
      },
      earnings: [
        { type: '001', code: '001', description: 'Sueldo', taxableAmount: 7500, exemptAmount: 0 },
      ],
      deductions: [
        { type: '001', code: '001', description: 'Cuota obrera IMSS', amount: 197.86 },
        { type: '002', code: '002', description: 'ISR', amount: 709.86 },
      ],
      otherPayments: [
        {
          type: '002',
          code: '002',
          description: 'Subsidio para el empleo',
          amount: 0,
          employmentSubsidy: 0,
        },
      ],
      lastReceiptSalaryAvailable: false,
      explanation: expect.any(Object),
    });
  });

  it('getPayrollRow explains the net pay by its payroll lines and by the applied legal rules, each listed once', async () => {
    const { explanation } = (await get((await calculatedRun(api)).rowId)).json.data;
    expect(explanation).toMatchObject({
      paidDays: 15,
      contributionDays: 15,
      dailyWage: 500,
      integratedDailySalary: 526.05,
      contributionBaseSalary: 526.05,
      isrCaused: 709.86,
    });
    expect(explanation.lines.at(-1)).toEqual({ label: 'Net pay', amount: 6592.28 });
    const keys = explanation.rules.map(({ key }: { key: string }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual(
      expect.arrayContaining(['isr.tariff.quincenal', 'isr.subsidy', 'minimum_wage.general']),
    );
    const tariff = explanation.rules.find(({ key }: { key: string }) => key.includes('tariff'));
    expect(tariff).toMatchObject({ readOn: '2026-06-15', validFrom: '2026-01-01' });
  });
});

describe('404', () => {
  it('getPayrollRow does not find an unknown receipt or one of another organization', async () => {
    const { rowId } = await calculatedRun(api);
    expect(refusalOf(await get(rowId, await startDocumented()))).toBe('404 not_found');
    expect(refusalOf(await get(randomUUID()))).toBe('404 not_found');
    expect(refusalOf(await get('nothing'))).toBe('404 not_found');
  });
});
