import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const list = (query: string) => api.request('GET', `/v1/payroll/rules?${query}`);

describe('200', () => {
  it('listPayrollRules returns the legal rules of a day with their figures, legal basis and source', async () => {
    const { status, json } = await list('on=2026-06-15&query=subsidy&limit=50');
    expect(status).toBe(200);
    expect(json.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          key: 'isr.subsidy',
          legalBasis: 'Decree DOF 2025-12-31',
          validFrom: '2026-02-01',
          value: expect.objectContaining({ monthlyAmount: 535.65 }),
        }),
      ]),
    );
  });

  it.each([
    ['2024-12-31', 248.93],
    ['2025-01-01', 278.8],
    ['2026-01-01', 315.04],
  ])('listPayrollRules returns for %s the general minimum wage %d', async (on, daily) => {
    const { json } = await list(`on=${on}&query=minimum_wage.general`);
    expect(json.data).toMatchObject([{ key: 'minimum_wage.general', value: { daily } }]);
  });

  it('listPayrollRules never returns legal figures of a different year', async () => {
    const tariffsOn = async (on: string) => (await list(`on=${on}&query=isr.tariff.`)).json.data;
    expect(await tariffsOn('2026-12-31')).toHaveLength(7);
    expect(await tariffsOn('2027-01-01')).toEqual([]);
  });
});

describe('400', () => {
  it('listPayrollRules refuses an invalid day', async () => {
    expect(issuesOf(await list('on=2026-02-30'))).toEqual(['on: invalid_format']);
  });
});
