import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { addEmployee, addRun, calculate, rowsOf } from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const list = (runId: string, query = '', by = api) =>
  by.request('GET', `/v1/payroll/runs/${runId}/rows${query}`);

async function twoRows(): Promise<string> {
  const employeeIds = [
    await addEmployee(api, { legalName: 'ANA PÉREZ' }),
    await addEmployee(api, { legalName: 'BETO RUIZ', employmentStartedOn: '2026-07-01' }),
  ];
  const runId = await addRun(api, { employeeIds });
  await calculate(api, runId);
  return runId;
}

describe('200', () => {
  it('shows each receipt without its lines', async () => {
    const rows = await rowsOf(api, await twoRows());
    const ana = rows.find((row) => row.employeeName === 'ANA PÉREZ')!;
    expect(ana).toMatchObject({
      state: 'needs_attention',
      omitted: false,
      source: 'calculated',
      paidDays: 15,
      totals: { net: 6592.28 },
      lastReceiptSalaryAvailable: false,
    });
    expect(ana).not.toHaveProperty('earnings');
    expect(ana).not.toHaveProperty('explanation');
  });

  it('filters by state and words', async () => {
    const runId = await twoRows();
    const names = async (query: string) =>
      (await list(runId, query)).json.data.map((row: { employeeName: string }) => row.employeeName);
    expect(await names('?state=excluded')).toEqual(['BETO RUIZ']);
    expect(await names('?query=perez')).toEqual(['ANA PÉREZ']);
    expect(await names('?state=stamped')).toEqual([]);
  });
});

describe('400', () => {
  it('refuses an unknown state', async () => {
    const answer = await list(await twoRows(), '?state=paid');
    expect(issuesOf(answer)).toEqual(['state: invalid_value']);
  });
});

describe('404', () => {
  it('does not find an unknown run or one of another organization', async () => {
    const runId = await twoRows();
    expect(refusalOf(await list(runId, '', await startDocumented()))).toBe('404 not_found');
    expect(refusalOf(await list(randomUUID()))).toBe('404 not_found');
  });
});
