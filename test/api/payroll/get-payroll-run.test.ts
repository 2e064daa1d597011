import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { calculatedRun } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const get = (runId: string, by = api) => by.request('GET', `/v1/payroll/runs/${runId}`);

describe('200', () => {
  it('getPayrollRun returns totals of its receipts and counts them by state', async () => {
    const { runId } = await calculatedRun(api);
    const { status, json } = await get(runId);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      runId,
      state: 'review',
      rowCounts: { needs_attention: 1 },
      totals: { receiptCount: 1, gross: 7500, deductions: 907.72, net: 6592.28, imss: 197.86 },
    });
    expect(json.data).not.toHaveProperty('progress');
  });

  it('getPayrollRun does not count an omitted receipt', async () => {
    const { runId, rowId } = await calculatedRun(api);
    await api.request('POST', `/v1/payroll/rows/${rowId}/omit`);
    expect((await get(runId)).json.data).toMatchObject({
      rowCounts: { excluded: 1 },
      totals: { receiptCount: 0, gross: 0, net: 0 },
    });
  });
});

describe('404', () => {
  it('getPayrollRun does not find an unknown run or one of another organization', async () => {
    const { runId } = await calculatedRun(api);
    expect(refusalOf(await get(runId, await startDocumented()))).toBe('404 not_found');
    expect(refusalOf(await get(randomUUID()))).toBe('404 not_found');
  });
});
