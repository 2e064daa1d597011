import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { calculate, calculatedRun } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const omit = (rowId: string) => api.request('POST', `/v1/payroll/rows/${rowId}/omit`);

describe('200', () => {
  it('omitPayrollRow omits the receipt, also in later calculations', async () => {
    const { runId, rowId } = await calculatedRun(api);
    const { status, json } = await omit(rowId);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ state: 'excluded', omitted: true });
    expect(await calculate(api, runId)).toMatchObject({
      totals: { receiptCount: 0 },
      rowCounts: { excluded: 1 },
    });
  });
});

describe('404', () => {
  it('omitPayrollRow does not find an unknown receipt', async () => {
    expect(refusalOf(await omit(randomUUID()))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('omitPayrollRow refuses a receipt that is already omitted', async () => {
    const { rowId } = await calculatedRun(api);
    await omit(rowId);
    expect(refusalOf(await omit(rowId))).toBe('409 conflict state_conflict');
  });
});
