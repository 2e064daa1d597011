import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf } from '../refused';
import { addRun, calculatedRun } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const list = async (by: Api, query = '') =>
  (await by.request('GET', `/v1/payroll/runs${query}`)).json.data.map(
    (one: { runId: string }) => one.runId,
  );

describe('200', () => {
  it('listPayrollRuns filters by state, frequency, date of payment and words, and lists the newest runs first', async () => {
    const other = await startDocumented();
    const { runId: calculated } = await calculatedRun(other);
    const weekly = await addRun(other, {
      name: 'Semana 30',
      paymentFrequency: '02',
      periodStartedOn: '2026-07-20',
      periodEndedOn: '2026-07-26',
      paidOn: '2026-07-27',
    });
    expect(await list(other)).toEqual([weekly, calculated]);
    expect(await list(other, '?state=review')).toEqual([calculated]);
    expect(await list(other, '?paymentFrequency=02')).toEqual([weekly]);
    expect(await list(other, '?query=semana')).toEqual([weekly]);
    expect(await list(other, '?dateFrom=2026-07-01')).toEqual([weekly]);
    expect(await list(other, '?dateTo=2026-06-30')).toEqual([calculated]);
  });

  it('listPayrollRuns returns nothing of another organization', async () => {
    await addRun(api);
    expect(await list(await startDocumented())).toEqual([]);
  });
});

describe('400', () => {
  it('listPayrollRuns refuses an unknown state', async () => {
    const answer = await api.request('GET', '/v1/payroll/runs?state=paid&limit=0');
    expect(issuesOf(answer)).toEqual(['limit: too_small', 'state: invalid_value']);
  });
});
