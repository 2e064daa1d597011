import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { addEmployee, addRun, calculate, employer, rowsOf } from './people';

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
  it('listPayrollRows returns each receipt without its lines', async () => {
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

  it('listPayrollRows filters by state and by words', async () => {
    const runId = await twoRows();
    const names = async (query: string) =>
      (await list(runId, query)).json.data.map((row: { employeeName: string }) => row.employeeName);
    expect(await names('?state=excluded')).toEqual(['BETO RUIZ']);
    expect(await names('?query=perez')).toEqual(['ANA PÉREZ']);
    expect(await names('?state=stamped')).toEqual([]);
  });
});

describe('provisional rules', () => {
  const january = {
    periodStartedOn: '2027-01-01',
    periodEndedOn: '2027-01-15',
    paidOn: '2027-01-15',
  };
  const codesOf = (row: Record<string, unknown>) =>
    (row['issues'] as { code: string }[]).map(({ code }) => code);
  const shown = async (settings?: object) => {
    const runId = await addRun(api, {
      ...january,
      employer: { ...employer, ...(settings && { settings }) },
      employeeIds: [await addEmployee(api)],
    });
    await calculate(api, runId);
    const [row] = await rowsOf(api, runId);
    return { runId, row: row! };
  };

  it('listPayrollRows returns amounts that use provisional legal figures only if the employer allows this, and marks the amounts as provisional', async () => {
    const { row: waiting } = await shown();
    expect(codesOf(waiting)).toContain('rules_unavailable');
    const { runId, row } = await shown({ provisionalRules: true });
    expect(codesOf(row)).not.toContain('rules_unavailable');
    const path = `/v1/payroll/rows/${row.rowId as string}`;
    const { rules } = (await api.request('GET', path)).json.data.explanation;
    expect(rules).toContainEqual(
      expect.objectContaining({ key: 'isr.tariff.quincenal', provisional: true }),
    );
    expect((await list(runId, '?provisional=true')).json.data).toEqual([]);
    expect((await list(runId, '?provisional=false')).json.data).toHaveLength(1);
    expect(issuesOf(await list(runId, '?provisional=maybe'))).toEqual([
      'provisional: invalid_value',
    ]);
  });
});

describe('400', () => {
  it('listPayrollRows refuses an unknown state', async () => {
    const answer = await list(await twoRows(), '?state=paid');
    expect(issuesOf(answer)).toEqual(['state: invalid_value']);
  });
});

describe('404', () => {
  it('listPayrollRows does not find an unknown run or one of another organization', async () => {
    const runId = await twoRows();
    expect(refusalOf(await list(runId, '', await startDocumented()))).toBe('404 not_found');
    expect(refusalOf(await list(randomUUID()))).toBe('404 not_found');
  });
});
