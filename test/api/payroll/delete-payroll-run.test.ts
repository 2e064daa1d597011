import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';
import { addRun, calculatedRun } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const remove = (runId: string) => api.request('DELETE', `/v1/payroll/runs/${runId}`);

describe('200', () => {
  it('deletePayrollRun deletes the run with its receipts', async () => {
    const { runId, rowId } = await calculatedRun(api);
    const { status, json } = await remove(runId);
    expect(status).toBe(200);
    expect(json.data).toEqual({ runId, deleted: true });
    const gone = [`/v1/payroll/runs/${runId}`, `/v1/payroll/rows/${rowId}`];
    for (const path of gone) {
      expect(refusalOf(await api.request('GET', path))).toBe('404 not_found');
    }
  });

  it('deletePayrollRun deletes a draft run', async () => {
    expect((await remove(await addRun(api))).status).toBe(200);
  });
});

describe('404', () => {
  it('deletePayrollRun does not find an unknown run', async () => {
    expect(refusalOf(await remove(randomUUID()))).toBe('404 not_found');
  });
});
