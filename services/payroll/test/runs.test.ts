import timers from 'node:timers/promises';
import { payroll } from '@timbre/contract';
import { newId, type CallContext } from '@timbre/kit';
import { callContext, withKey } from '@timbre/testkit';
import { calculatePayrollRun } from '../src/operations/calculate-payroll-run';
import { createPayrollRun } from '../src/operations/create-payroll-run';
import { deleteEmployee } from '../src/operations/delete-employee';
import { deletePayrollRun } from '../src/operations/delete-payroll-run';
import { getPayrollRow } from '../src/operations/get-payroll-row';
import { getPayrollRun } from '../src/operations/get-payroll-run';
import { listPayrollRuns } from '../src/operations/list-payroll-runs';
import { updateEmployee } from '../src/operations/update-employee';
import {
  addEmployee,
  addRun,
  calculate,
  deliver,
  deliverSideBySide,
  employer,
  fortnight,
  rowsOf,
  startPayroll,
  type PayrollRuntime,
} from './payroll';

let service: PayrollRuntime;
beforeAll(async () => void (service = await startPayroll()));
afterAll(() => service.close());

/** Creates many employees at once, each with all data that the calculation requires. */
const addEmployees = ({ organizationId }: CallContext, count: number) =>
  service.asOrganization(
    organizationId,
    `insert into employees (id, org_id, version, legal_name, payment_frequency, daily_wage,
       employment_started_on, minimum_wage_zone, contract_type, regime_type, salary_history,
       integrated_daily_salary, search_text, created_at, updated_at)
     select gen_random_uuid(), $1, 1, 'E' || n, '04', 500, '2024-01-08', 'general', '01', '02',
       '[{"effectiveOn": "2024-01-08", "dailyWage": "500", "integratedDailySalary": "526.05"}]',
       526.05, 'e', now(), now() from generate_series(1, $2::int) n`,
    [organizationId, count],
  );

describe('createPayrollRun', () => {
  it('createPayrollRun creates a draft with the given employer data', async () => {
    const context = callContext();
    const runId = await addRun(service, context);
    expect(await service.answer(getPayrollRun, context, { runId })).toMatchObject({
      runId,
      state: 'draft',
      ...fortnight,
      employer: { rfc: 'EKU9003173C9', ...employer },
      rowCounts: {},
      totals: { receiptCount: 0, net: 0 },
    });
  });

  it('createPayrollRun reports all faults of one kind at once and changes nothing', async () => {
    const context = callContext();
    const attempt = (employeeIds: string[]) =>
      service.answer(createPayrollRun, context, {
        period: { ...fortnight, periodEndedOn: '2026-05-31' },
        employeeIds,
      });
    await expect(attempt([])).rejects.toMatchObject({
      code: 'validation_error',
      details: { issues: [{ path: ['periodEndedOn'], code: 'period_out_of_order' }] },
    });
    await expect(attempt(['x', newId()])).rejects.toMatchObject({
      code: 'not_found',
      details: {
        issues: [
          { path: ['employeeIds', 0], code: 'employee_not_found' },
          { path: ['employeeIds', 1], code: 'employee_not_found' },
        ],
      },
    });
    expect((await service.page(listPayrollRuns, context, {})).data).toEqual([]);
  });
});

describe('calculatePayrollRun', () => {
  it('calculatePayrollRun calculates and explains every employee of the frequency who is employed in the period', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context);
    await addEmployee(service, context, { paymentFrequency: '02' });
    await addEmployee(service, context, { employmentStartedOn: '2026-06-16' });
    const runId = await addRun(service, context);
    expect(await calculate(service, context, runId)).toMatchObject({
      state: 'review',
      rowCounts: { ready: 1 },
      totals: { receiptCount: 1, gross: 7500, isr: 709.86, imss: 197.86, net: 6592.28 },
    });
    const [row] = await rowsOf(service, context, runId);
    const rowId = row!.rowId as string;
    expect(await service.answer(getPayrollRow, context, { rowId })).toMatchObject({
      employeeId,
      employeeTaxId: 'GOLA850312AB1',
      state: 'ready',
      omitted: false,
      source: 'calculated',
      issues: [],
      paidDays: 15,
      earnings: [{ type: '001', taxableAmount: 7500, exemptAmount: 0 }],
      otherPayments: [{ type: '002', amount: 0, employmentSubsidy: 0 }],
      explanation: { isrCaused: 709.86, rules: expect.arrayContaining([expect.anything()]) },
      lastReceiptSalaryAvailable: false,
    });
  });

  it('calculatePayrollRun reports the missing data of every employee, with all known amounts', async () => {
    const context = callContext();
    await addEmployee(service, context, { postalCode: undefined, curp: undefined });
    const runId = await addRun(service, context);
    await calculate(service, context, runId);
    const [row] = await rowsOf(service, context, runId);
    expect(row).toMatchObject({
      state: 'needs_attention',
      issues: [
        { code: 'postal_code_invalid', field: 'postalCode' },
        { code: 'curp_invalid', field: 'curp' },
      ],
      totals: { net: 6592.28 },
    });
  });

  it('calculatePayrollRun applies a wage that is changed today to a past period only if the change states an earlier start', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context, { dailyWage: '300' });
    const runId = await addRun(service, context);
    const raise = { employeeId, fields: { dailyWage: '500' }, cleared: [] };
    const issuesOfRow = async () => {
      await calculate(service, context, runId);
      return (await rowsOf(service, context, runId))[0]!.issues;
    };
    const code = 'salary_below_minimum_wage';
    expect(await issuesOfRow()).toEqual([{ code, field: 'salary' }]);
    await service.answer(updateEmployee, context, raise);
    expect(await issuesOfRow()).toEqual([{ code, field: 'salaryEffectiveOn' }]);
    const salaryEffectiveOn = '2026-06-01';
    await service.answer(updateEmployee, context, { ...raise, salaryEffectiveOn });
    expect(await issuesOfRow()).toEqual([]);
  });

  it('calculatePayrollRun pays with the salary in effect at the end of the period', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context);
    await service.answer(updateEmployee, context, {
      employeeId,
      fields: { dailyWage: '600', integratedDailySalary: '631.26' },
      cleared: [],
      salaryEffectiveOn: '2026-06-16',
    });
    const june = await addRun(service, context);
    const second = { periodStartedOn: '2026-06-16', periodEndedOn: '2026-06-30' };
    const later = await addRun(service, context, { ...second, paidOn: '2026-06-30' });
    expect((await calculate(service, context, june)).totals).toMatchObject({ gross: 7500 });
    expect((await calculate(service, context, later)).totals).toMatchObject({ gross: 9000 });
  });

  it('a calculation runs in batches of 250 employees, shows its progress, and writes every row once', async () => {
    const context = callContext();
    await addEmployees(context, 1_001);
    const runId = await addRun(service, context);
    const started = await service.answer(calculatePayrollRun, context, { runId });
    expect(started).toMatchObject({ state: 'calculating', progress: { done: 0, total: 1_001 } });
    await deliver(service, context);
    const done = await service.answer(getPayrollRun, context, { runId });
    expect(done).toMatchObject({ rowCounts: { needs_attention: 1_001 } });
    expect(done).not.toHaveProperty('progress');
    const parts = await service.rows(
      `select 1 from outbox where org_id = $1 and subject = 'payroll.run.calculation_requested'`,
      [context.organizationId],
    );
    // Each of the three partitions has two batches with employees and a last batch without
    // employees.
    expect(parts).toHaveLength(9);
  });

  it('other requests can read the run during a calculation, and see its progress', async () => {
    const context = callContext();
    await addEmployees(context, 1_000);
    const runId = await addRun(service, context);
    await service.answer(calculatePayrollRun, context, { runId });
    const turns = jest.spyOn(timers, 'setImmediate');
    const seen = new Set<number>();
    // Each batch still has all its locks during the read.
    await deliverSideBySide(service, context, async () => {
      const { progress } = await service.answer(getPayrollRun, context, { runId });
      seen.add((progress as { done: number }).done);
    });
    // The run has six batches in three partitions, and each batch updates the progress.
    expect([...seen]).toEqual(expect.arrayContaining([0, 250, 500]));
    // The calculation loop yields once after every 50 employees of a partition, except after the
    // last incomplete batch.
    expect(turns.mock.calls.length).toBeGreaterThanOrEqual(1_000 / 50 - 2);
    turns.mockRestore();
  });

  it('a calculation ends once, with every employee, if its partitions run concurrently', async () => {
    const context = callContext();
    const employeeIds = await Promise.all(
      Array.from({ length: 8 }, () => addEmployee(service, context)),
    );
    const runId = await addRun(service, context);
    await service.answer(calculatePayrollRun, context, { runId });
    await deliverSideBySide(service, context);
    const done = await service.answer(getPayrollRun, context, { runId });
    expect(done).toMatchObject({ state: 'review', rowCounts: { ready: employeeIds.length } });
    const changes = await service.rows(
      `select 1 from outbox where org_id = $1 and subject = 'payroll.run.changed'`,
      [context.organizationId],
    );
    expect(changes).toHaveLength(1);
  });

  it('a repeated calculation returns the same rows with the same amounts', async () => {
    const context = callContext();
    await addEmployee(service, context);
    const runId = await addRun(service, context);
    await calculate(service, context, runId);
    const [before] = await rowsOf(service, context, runId);
    await calculate(service, context, runId);
    expect(await rowsOf(service, context, runId)).toEqual([before]);
  });

  it('a run has one calculation at a time, and a request with the same idempotency key returns the same calculation', async () => {
    const context = callContext();
    const runId = await addRun(service, context);
    const keyed = withKey(context, 'POST /v1/payroll/runs/{runId}/calculate');
    const first = await service.answer(calculatePayrollRun, keyed, { runId });
    expect(await service.answer(calculatePayrollRun, keyed, { runId })).toEqual(first);
    await expect(service.answer(calculatePayrollRun, context, { runId })).rejects.toMatchObject({
      code: 'operation_in_progress',
    });
  });

  it('calculatePayrollRun ignores the messages of an older calculation', async () => {
    const context = callContext();
    await addEmployee(service, context);
    const runId = await addRun(service, context);
    await service.answer(calculatePayrollRun, context, { runId });
    const sql = 'update payroll_runs set calculation_id = gen_random_uuid() where id = $1';
    await service.rows(sql, [runId]);
    await deliver(service, context);
    expect(await rowsOf(service, context, runId)).toEqual([]);
  });

  it('calculatePayrollRun accepts new dates as long as no receipt is stamped', async () => {
    const context = callContext();
    await addEmployee(service, context);
    const runId = await addRun(service, context);
    const run = await calculate(service, context, runId, { paidOn: '2027-01-05' });
    expect(run).toMatchObject({ paidOn: '2027-01-05', rowCounts: { needs_attention: 1 } });
    const [row] = await rowsOf(service, context, runId);
    expect(row!.issues).toEqual([
      { code: 'rules_unavailable', field: 'paidOn', missingRules: expect.any(Array) },
    ]);
  });

  it('calculatePayrollRun checks the length of the period only if the period changes', async () => {
    const context = callContext();
    const runId = await addRun(service, context);
    const sql = `update payroll_runs set period_ended_on = '2026-06-05' where id = $1`;
    await service.rows(sql, [runId]);
    const again = (dates: object) =>
      service.answer(calculatePayrollRun, context, { runId, ...dates } as never);
    await expect(again({ periodStartedOn: '2026-06-01' })).rejects.toMatchObject({
      details: { issues: [{ code: 'period_too_short' }] },
    });
    expect(await again({ paidOn: '2026-06-08' })).toMatchObject({ state: 'calculating' });
  });

  it('calculatePayrollRun excludes employees who left the roster and reports deleted employees', async () => {
    const context = callContext();
    const moved = await addEmployee(service, context, { legalName: 'MOVED' });
    const deleted = await addEmployee(service, context, { legalName: 'DELETED' });
    const runId = await addRun(service, context);
    await calculate(service, context, runId);
    const change = { employeeId: moved, fields: { paymentFrequency: '02' }, cleared: [] };
    await service.answer(updateEmployee, context, change);
    await service.answer(deleteEmployee, context, { employeeId: deleted });
    await calculate(service, context, runId);
    const rows = await rowsOf(service, context, runId);
    const shown = rows.map(({ employeeName, state, employeeTaxId }) => ({
      employeeName,
      state,
      hasTaxId: employeeTaxId !== undefined,
    }));
    expect(shown).toEqual(
      expect.arrayContaining([
        { employeeName: 'MOVED', state: 'excluded', hasTaxId: true },
        { employeeName: 'DELETED', state: 'needs_attention', hasTaxId: false },
      ]),
    );
  });

  it('calculatePayrollRun pays only the selected employees', async () => {
    const context = callContext();
    const chosen = await addEmployee(service, context);
    await addEmployee(service, context);
    const runId = await addRun(service, context, {}, { employeeIds: [chosen] });
    await calculate(service, context, runId);
    const rows = await rowsOf(service, context, runId);
    expect(rows.map((row) => row.employeeId)).toEqual([chosen]);
  });
});

describe('deletePayrollRun', () => {
  it('deletePayrollRun also deletes the rows of the run', async () => {
    const context = callContext();
    await addEmployee(service, context);
    const runId = await addRun(service, context);
    await calculate(service, context, runId);
    const answer = await service.answer(deletePayrollRun, context, { runId });
    expect(answer).toEqual({ runId, deleted: true });
    const left = 'select 1 from payroll_rows where run_id = $1';
    expect(await service.rows(left, [runId])).toEqual([]);
  });

  it('deletePayrollRun deletes the drafts of all receipts of the run', async () => {
    const context = callContext();
    const { organizationId } = context;
    await addEmployees(context, 30);
    const runId = await addRun(service, context);
    await calculate(service, context, runId);
    const rows = await service.rows<{ id: string; version: number }>(
      `update payroll_rows set state = 'rejected', document_ref = 'cfdi:' || id, version = 7
       where run_id = $1 and id > (select id from payroll_rows where run_id = $1 order by id limit 1)
       returning id, version`,
      [runId],
    );
    expect(rows).toHaveLength(29);
    await service.answer(deletePayrollRun, context, { runId });
    const sql = `select payload, aggregate_id as id, aggregate_version as version from outbox
      where org_id = $1 and subject = 'payroll.row.draft_dropped'`;
    const events = await service.rows<{ payload: Buffer }>(sql, [organizationId]);
    const dropped = events.map(({ payload, ...row }) => ({
      ...row,
      ...payroll.DraftDropped.decode(payload),
    }));
    const expected = rows.map(({ id, version }) => ({
      id,
      version,
      rowId: id,
      documentRef: `cfdi:${id}`,
    }));
    expect(new Set(dropped)).toEqual(new Set(expected));
  });

  it('deletePayrollRun is refused during a calculation and for a run with stamped receipts', async () => {
    const context = callContext();
    await addEmployee(service, context);
    const runId = await addRun(service, context);
    await service.answer(calculatePayrollRun, context, { runId });
    const attempt = () => service.answer(deletePayrollRun, context, { runId });
    await expect(attempt()).rejects.toMatchObject({ code: 'operation_in_progress' });
    await deliver(service, context);
    await service.rows(`update payroll_rows set state = 'stamped' where run_id = $1`, [runId]);
    await expect(attempt()).rejects.toMatchObject({ details: { reason: 'run_has_stamps' } });
  });
});

describe('listPayrollRuns', () => {
  it('listPayrollRuns filters by state, frequency, payment date and name', async () => {
    const context = callContext();
    const june = await addRun(service, context, {}, { name: 'Quincena 11' });
    const week = { paymentFrequency: '02', periodEndedOn: '2026-06-07', paidOn: '2026-06-08' };
    const weekly = await addRun(service, context, week);
    const ids = async (request: object) =>
      (await service.page(listPayrollRuns, context, request)).data.map((run) => run.runId);
    expect(await ids({})).toEqual([weekly, june]);
    expect(await ids({ paymentFrequency: '02' })).toEqual([weekly]);
    expect(await ids({ state: 'review' })).toEqual([]);
    expect(await ids({ page: { query: 'quincena' } })).toEqual([june]);
    expect(await ids({ page: { dateFrom: '2026-06-09' } })).toEqual([june]);
  });
});
