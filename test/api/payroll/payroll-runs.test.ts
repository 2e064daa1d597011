import { randomUUID } from 'node:crypto';
import type { Api } from '@timbre/testkit';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import {
  addEmployee,
  addRun,
  calculate,
  calculatedRun,
  fortnight,
  rowsOf,
  settled,
} from './people';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const at = (runId: string, verb = '') => `/v1/payroll/runs/${runId}${verb}`;
const row = (rowId: string, verb = '') => `/v1/payroll/rows/${rowId}${verb}`;

describe('createPayrollRun', () => {
  it('answers 201 with a draft, the same one for the same key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { ...fortnight, name: 'Quincena 11' };
    const first = await api.request('POST', '/v1/payroll/runs', { body, headers });
    expect(first.status).toBe(201);
    expect(first.json.data).toMatchObject({ ...body, state: 'draft', kind: 'ordinary' });
    const again = await api.request('POST', '/v1/payroll/runs', { body, headers });
    expect(again.bytes.equals(first.bytes)).toBe(true);
  });

  it('answers 400 with every fault at once', async () => {
    const body = { ...fortnight, paymentFrequency: '99', periodEndedOn: '2026-07-15' };
    const answer = await api.request('POST', '/v1/payroll/runs', {
      body: { ...body, employeeIds: ['x'] },
    });
    expect(issuesOf(answer)).toEqual([
      'employeeIds.0: employee_not_found',
      'paymentFrequency: unsupported_frequency',
      'periodEndedOn: period_too_long',
    ]);
  });
});

describe('calculatePayrollRun', () => {
  it('answers 202 at once and goes on to its end', async () => {
    const employeeId = await addEmployee(api);
    const runId = await addRun(api, { employeeIds: [employeeId] });
    const answer = await api.request('POST', at(runId, '/calculate'));
    expect(answer.status).toBe(202);
    expect(answer.json.data).toMatchObject({
      state: 'calculating',
      progress: { done: 0, total: 1 },
    });
    expect(await settled(api, runId)).toMatchObject({
      state: 'review',
      totals: { receiptCount: 1, gross: 7500, net: 6592.28 },
    });
    expect(await rowsOf(api, runId)).toMatchObject([
      // This organization has no fiscal profile: there is nobody to issue the receipt.
      { employeeId, state: 'needs_attention', issues: [{ code: 'employer_rfc_missing' }] },
    ]);
  });
});

describe('a receipt', () => {
  it('is shown with its lines and why they are so', async () => {
    const { rowId } = await calculatedRun(api);
    const { status, json } = await api.request('GET', row(rowId));
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      rowId,
      earnings: [{ type: '001', taxableAmount: 7500, exemptAmount: 0 }],
      explanation: { paidDays: 15, dailyWage: 500 },
    });
  });

  it('is omitted, stays out of calculations, and is included again', async () => {
    const { runId, rowId } = await calculatedRun(api);
    const omitted = await api.request('POST', row(rowId, '/omit'));
    expect(omitted.json.data).toMatchObject({ state: 'excluded', omitted: true });
    expect(await calculate(api, runId)).toMatchObject({ totals: { receiptCount: 0 } });
    expect(refusalOf(await api.request('POST', row(rowId, '/omit')))).toBe(
      '409 conflict state_conflict',
    );
    const included = await api.request('POST', row(rowId, '/include'));
    expect(included.json.data).toMatchObject({ state: 'needs_attention', omitted: false });
  });

  it('takes lines of a person, and incidents give it back to the calculation', async () => {
    const { rowId } = await calculatedRun(api);
    const body = {
      paidDays: 15,
      earnings: [{ type: '001', taxableAmount: 8000.1, exemptAmount: 0 }],
      otherPayments: [{ type: '002', amount: 0, employmentSubsidy: 0 }],
    };
    const manual = await api.request('PATCH', row(rowId), { body });
    expect(manual.json.data).toMatchObject({ source: 'manual', totals: { net: 8000.1 } });
    const again = await api.request('PATCH', row(rowId), {
      body: { incidents: { absenceDays: 2 } },
    });
    expect(again.json.data).toMatchObject({ source: 'calculated', paidDays: 13 });
  });

  it('refuses lines that no document could hold', async () => {
    const { rowId } = await calculatedRun(api);
    const earnings = [{ type: '001', taxableAmount: 0, exemptAmount: 0 }];
    const answer = await api.request('PATCH', row(rowId), { body: { paidDays: 0, earnings } });
    expect(issuesOf(answer)).toEqual(['earnings.0: invalid_request', 'paidDays: invalid_request']);
  });

  it('is not restamped unless it was rejected', async () => {
    const { rowId } = await calculatedRun(api);
    const answer = await api.request('POST', row(rowId, '/restamp'));
    expect(refusalOf(answer)).toBe('409 conflict state_conflict');
    const wrong = await api.request('POST', row(rowId, '/restamp'), { body: { force: true } });
    expect(issuesOf(wrong)).toEqual(['force: unknown_field']);
  });

  it('has no salary to take from a receipt that never was', async () => {
    const { rowId } = await calculatedRun(api);
    const answer = await api.request('POST', row(rowId, '/use-last-receipt-salary'));
    expect(refusalOf(answer)).toBe('409 conflict no_receipt_salary');
  });
});

describe('exportPayrollRun', () => {
  it('is a CSV file of the rows', async () => {
    const { runId } = await calculatedRun(api);
    const file = await api.request('GET', at(runId, '/export'));
    expect(file.headers.get('content-disposition')).toBe(
      'attachment; filename="payroll-2026-06-15-csv.csv"',
    );
    expect(file.bytes.toString()).toContain('ADRIANA GOMEZ LARA');
  });
});

describe('deletePayrollRun', () => {
  it('is gone with its receipts', async () => {
    const { runId, rowId } = await calculatedRun(api);
    const { json } = await api.request('DELETE', at(runId));
    expect(json.data).toEqual({ runId, deleted: true });
    expect(refusalOf(await api.request('GET', at(runId)))).toBe('404 not_found');
    expect(refusalOf(await api.request('GET', row(rowId)))).toBe('404 not_found');
  });
});

describe('another organization', () => {
  it('sees nothing of a run', async () => {
    const { runId, rowId } = await calculatedRun(api);
    const stranger = await startDocumented();
    expect((await stranger.request('GET', '/v1/payroll/runs')).json.data).toEqual([]);
    for (const path of [at(runId), at(runId, '/rows'), at(runId, '/export'), row(rowId)]) {
      expect(refusalOf(await stranger.request('GET', path))).toBe('404 not_found');
    }
  });
});
