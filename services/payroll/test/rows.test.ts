import type { payroll } from '@timbre/contract';
import type { CallContext } from '@timbre/kit';
import { callContext, testPool } from '@timbre/testkit';
import { calculatePayrollRun } from '../src/operations/calculate-payroll-run';
import { deleteEmployee } from '../src/operations/delete-employee';
import { exportPayrollRun } from '../src/operations/export-payroll-run';
import { getEmployee } from '../src/operations/get-employee';
import { getPayrollRow } from '../src/operations/get-payroll-row';
import { getPayrollRun } from '../src/operations/get-payroll-run';
import { includePayrollRow } from '../src/operations/include-payroll-row';
import { cancelPayrollRow } from '../src/operations/cancel-payroll-row';
import { omitPayrollRow } from '../src/operations/omit-payroll-row';
import { recalculatePayrollRow } from '../src/operations/recalculate-payroll-row';
import { restampPayrollRow } from '../src/operations/restamp-payroll-row';
import { stampPayrollRun } from '../src/operations/stamp-payroll-run';
import { terminateEmployee } from '../src/operations/terminate-employee';
import { updateEmployee } from '../src/operations/update-employee';
import { updatePayrollRow } from '../src/operations/update-payroll-row';
import { useLastReceiptSalary } from '../src/operations/use-last-receipt-salary';
import {
  addEmployee,
  addRun,
  calculate,
  rowsOf,
  startPayroll,
  type PayrollRuntime,
} from './payroll';

let service: PayrollRuntime;
beforeAll(async () => void (service = await startPayroll()));
afterAll(() => service.close());

interface Calculated {
  context: CallContext;
  employeeId: string;
  runId: string;
  rowId: string;
}

/** Creates and calculates a run with one employee. */
async function calculated(fields: payroll.EmployeeFields = {}): Promise<Calculated> {
  const context = callContext();
  const employeeId = await addEmployee(service, context, fields);
  const runId = await addRun(service, context);
  await calculate(service, context, runId);
  const [row] = await rowsOf(service, context, runId);
  return { context, employeeId, runId, rowId: row!.rowId as string };
}

const change = (employeeId: string, fields: payroll.EmployeeFields, cleared: string[] = []) => ({
  employeeId,
  fields,
  cleared,
});

/** Sets a row state that only a response of the PAC can cause. */
const force = (rowId: string, state: string, errorCode: string | null = null) =>
  service.rows('update payroll_rows set state = $2, error_code = $3 where id = $1', [
    rowId,
    state,
    errorCode,
  ]);

const lines: payroll.ManualLines = {
  paidDays: '15',
  earnings: [{ type: '001', code: '001', taxableAmount: '8000', exemptAmount: '0', overtime: [] }],
  deductions: [{ type: '002', code: '002', amount: '800.50' }],
  otherPayments: [{ type: '002', code: '002', amount: '0', employmentSubsidy: '0' }],
  incapacities: [],
};

const noIncidents: payroll.Incidents = {
  incapacities: [],
  weeks: [],
  otherEarnings: [],
  deductions: [],
};

describe('recalculatePayrollRow', () => {
  it('recalculatePayrollRow uses the current data of the employee', async () => {
    const { context, employeeId, rowId } = await calculated({ curp: undefined });
    const before = await service.answer(getPayrollRow, context, { rowId });
    expect(before.state).toBe('needs_attention');
    const curp = 'GOLA850312MDFMPN03';
    await service.answer(updateEmployee, context, change(employeeId, { curp }));
    const row = await service.answer(recalculatePayrollRow, context, { rowId });
    expect(row).toMatchObject({ state: 'ready', issues: [] });
  });

  it('recalculatePayrollRow excludes an employee who was not employed in the period', async () => {
    const { context, employeeId, rowId } = await calculated();
    const end = { employeeId, employmentEndedOn: '2026-05-31' };
    await service.answer(terminateEmployee, context, end);
    expect(await service.answer(recalculatePayrollRow, context, { rowId })).toMatchObject({
      state: 'excluded',
      omitted: false,
      issues: [{ code: 'not_employed_in_period', field: 'employmentStartedOn' }],
    });
  });

  it.each([
    ['stamped', null, 'conflict'],
    ['canceled', null, 'conflict'],
    ['rejected', null, 'conflict'],
    ['queued', null, 'operation_in_progress'],
    ['stamping', null, 'operation_in_progress'],
    ['stamping', 'stamp_unconfirmed', 'recovery_required'],
  ])('recalculating a row that is %s (%s) is refused with %s', async (state, errorCode, code) => {
    const { context, rowId } = await calculated();
    await force(rowId, state, errorCode);
    for (const operation of [recalculatePayrollRow, includePayrollRow]) {
      await expect(service.answer(operation, context, { rowId })).rejects.toMatchObject({ code });
    }
    await expect(service.answer(updatePayrollRow, context, { rowId, lines })).rejects.toMatchObject(
      { code },
    );
  });

  it('recalculatePayrollRow is refused with the document of a row whose stamp outcome is unknown', async () => {
    const { context, rowId } = await calculated();
    await force(rowId, 'stamping', 'stamp_unconfirmed');
    await service.rows(`update payroll_rows set document_ref = 'cfdi:1' where id = $1`, [rowId]);
    await expect(service.answer(recalculatePayrollRow, context, { rowId })).rejects.toMatchObject({
      details: { retryable: false, document: { documentRef: 'invoice:1', editable: false } },
    });
  });

  it('recalculatePayrollRow is refused as in progress while the whole run is calculated', async () => {
    const { context, runId, rowId } = await calculated();
    await service.answer(calculatePayrollRun, context, { runId });
    await expect(service.answer(recalculatePayrollRow, context, { rowId })).rejects.toMatchObject({
      code: 'operation_in_progress',
    });
  });
});

describe('omitPayrollRow', () => {
  it('omitPayrollRow excludes the receipt from all calculations until a user includes it', async () => {
    const { context, runId, rowId } = await calculated();
    const omitted = await service.answer(omitPayrollRow, context, { rowId });
    expect(omitted).toMatchObject({ state: 'excluded', omitted: true });
    expect(await calculate(service, context, runId)).toMatchObject({
      rowCounts: { excluded: 1 },
      totals: { receiptCount: 0, net: 0 },
    });
    const included = await service.answer(includePayrollRow, context, { rowId });
    expect(included).toMatchObject({ state: 'ready', omitted: false });
    expect(await service.answer(getPayrollRun, context, { runId })).toMatchObject({
      totals: { receiptCount: 1, net: 6592.28 },
    });
  });

  it('omitPayrollRow is refused for a receipt that is already excluded or stamped', async () => {
    const { context, rowId } = await calculated();
    await service.answer(omitPayrollRow, context, { rowId });
    const again = () => service.answer(omitPayrollRow, context, { rowId });
    await expect(again()).rejects.toMatchObject({ code: 'conflict' });
    await service.rows('update payroll_rows set omitted = false where id = $1', [rowId]);
    await force(rowId, 'stamped');
    await expect(again()).rejects.toMatchObject({ code: 'conflict' });
  });

  it('omitPayrollRow deletes the draft of a rejected receipt and clears its stamp errors', async () => {
    const { context, rowId } = await calculated();
    await force(rowId, 'rejected', 'stamp_failed');
    await service.rows(
      `update payroll_rows set document_ref = 'cfdi:1', issues = '[{"code":"stamp_failed"}]'
       where id = $1`,
      [rowId],
    );
    const row = await service.answer(omitPayrollRow, context, { rowId });
    expect(row).toMatchObject({ state: 'excluded', omitted: true, issues: [] });
    for (const gone of ['documentRef', 'errorCode']) expect(row).not.toHaveProperty(gone);
  });
});

describe('includePayrollRow', () => {
  it('includePayrollRow refuses an employee who does not belong to the run', async () => {
    const { context, employeeId, rowId } = await calculated();
    await service.answer(omitPayrollRow, context, { rowId });
    const end = { employeeId, employmentEndedOn: '2026-05-31' };
    await service.answer(terminateEmployee, context, end);
    await expect(service.answer(includePayrollRow, context, { rowId })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await service.answer(getPayrollRow, context, { rowId })).toMatchObject({
      state: 'excluded',
      omitted: true,
    });
  });
});

describe('updatePayrollRow', () => {
  it('updatePayrollRow adds up manual lines and stores no explanation', async () => {
    const { context, runId, rowId } = await calculated();
    const row = await service.answer(updatePayrollRow, context, { rowId, lines });
    expect(row).toMatchObject({
      source: 'manual',
      state: 'ready',
      totals: { gross: 8000, deductions: 800.5, net: 7199.5, isr: 800.5 },
    });
    expect(row).not.toHaveProperty('explanation');
    expect(await service.answer(getPayrollRun, context, { runId })).toMatchObject({
      totals: { net: 7199.5 },
    });
  });

  it('updatePayrollRow keeps manual lines in calculations until the row is changed back to calculated lines', async () => {
    const { context, runId, rowId } = await calculated();
    await service.answer(updatePayrollRow, context, { rowId, lines });
    await calculate(service, context, runId);
    const kept = await service.answer(getPayrollRow, context, { rowId });
    expect(kept).toMatchObject({ source: 'manual', totals: { net: 7199.5 } });
    const back = await service.answer(updatePayrollRow, context, { rowId });
    expect(back).toMatchObject({ source: 'calculated', totals: { net: 6592.28 } });
  });

  it('updatePayrollRow reports the issues of lines that a document may contain', async () => {
    const { context, rowId } = await calculated();
    const without = { ...lines, otherPayments: [] };
    const row = await service.answer(updatePayrollRow, context, { rowId, lines: without });
    expect(row).toMatchObject({
      state: 'needs_attention',
      issues: [{ code: 'subsidy_line_invalid', field: 'otherPayments' }],
    });
  });

  it('updatePayrollRow counts only the subsidy of the subsidy line', async () => {
    const { context, rowId } = await calculated();
    const travel = { type: '003', code: '003', amount: '10', employmentSubsidy: '600' };
    const otherPayments = [...lines.otherPayments, travel];
    const given = { ...lines, otherPayments };
    const row = await service.answer(updatePayrollRow, context, { rowId, lines: given });
    expect(row).toMatchObject({
      issues: [{ code: 'subsidy_line_invalid', field: 'otherPayments' }],
      totals: { subsidy: 0 },
    });
    const caused = 'select subsidy_caused::text as caused from payroll_rows where id = $1';
    expect(await service.rows(caused, [rowId])).toEqual([{ caused: '0.00' }]);
  });

  it('updatePayrollRow refuses lines that no document may contain, and changes nothing', async () => {
    const { context, rowId } = await calculated();
    const before = await service.answer(getPayrollRow, context, { rowId });
    const wrong = {
      ...lines,
      earnings: [{ type: '999', code: '1', taxableAmount: '0', exemptAmount: '0', overtime: [] }],
    };
    await expect(
      service.answer(updatePayrollRow, context, { rowId, lines: wrong }),
    ).rejects.toMatchObject({
      code: 'validation_error',
      details: {
        issues: [
          { path: ['earnings', 0, 'type'] },
          { path: ['earnings', 0, 'code'] },
          { path: ['earnings', 0] },
        ],
      },
    });
    expect(await service.answer(getPayrollRow, context, { rowId })).toEqual(before);
  });

  it('updatePayrollRow calculates the row with the given incidents of the period', async () => {
    const { context, runId, rowId } = await calculated();
    const incidents = { ...noIncidents, absenceDays: '2' };
    const row = await service.answer(updatePayrollRow, context, { rowId, incidents });
    expect(row).toMatchObject({ source: 'calculated', paidDays: 13, totals: { gross: 6500 } });
    expect(await calculate(service, context, runId)).toMatchObject({ totals: { gross: 6500 } });
  });
});

describe('useLastReceiptSalary', () => {
  /** Creates the next fortnight of an employee whose salary was cleared after a stamped receipt. */
  async function afterLoss(later: Partial<payroll.UpdateEmployeeRequest>[] = []) {
    const { context, employeeId, rowId } = await calculated({ contributionBaseSalary: '530' });
    await force(rowId, 'stamped');
    await service.rows('update payroll_rows set salary = $2 where id = $1', [
      rowId,
      { dailyWage: '500', integratedDailySalary: '526.05' },
    ]);
    const wages = ['dailyWage', 'integratedDailySalary'];
    const lost = { cleared: wages, salaryEffectiveOn: '2026-06-16' };
    for (const one of [lost, ...later]) {
      await service.answer(updateEmployee, context, { ...change(employeeId, {}), ...one });
    }
    const dates = {
      periodStartedOn: '2026-06-16',
      periodEndedOn: '2026-06-30',
      paidOn: '2026-06-30',
    };
    const runId = await addRun(service, context, dates);
    await calculate(service, context, runId);
    const [row] = await rowsOf(service, context, runId);
    return { context, employeeId, row: row! };
  }

  it('useLastReceiptSalary restores the salary of the last stamped receipt', async () => {
    const { context, row } = await afterLoss();
    expect(row).toMatchObject({ state: 'needs_attention', lastReceiptSalaryAvailable: true });
    const next = { rowId: row.rowId as string };
    expect(await service.answer(useLastReceiptSalary, context, next)).toMatchObject({
      state: 'ready',
      totals: { gross: 7500 },
      lastReceiptSalaryAvailable: false,
    });
  });

  it('useLastReceiptSalary fills only missing wages and keeps a raise', async () => {
    const raise = { fields: { dailyWage: '600' }, salaryEffectiveOn: '2026-06-20' };
    const { context, employeeId, row } = await afterLoss([raise as never]);
    const next = { rowId: row.rowId as string };
    expect(await service.answer(useLastReceiptSalary, context, next)).toMatchObject({
      issues: [{ code: 'sdi_below_daily_wage' }],
      totals: { gross: 9000 },
    });
    const employee = await service.answer(getEmployee, context, { employeeId });
    expect(employee).toMatchObject({ dailyWage: 600, integratedDailySalary: 526.05 });
  });

  it('useLastReceiptSalary ignores a salary that starts after the period', async () => {
    const fields = {
      dailyWage: '600',
      integratedDailySalary: '631.26',
      contributionBaseSalary: '640',
    };
    const raise = { fields, salaryEffectiveOn: '2027-01-01' };
    const { context, employeeId, row } = await afterLoss([raise]);
    const next = { rowId: row.rowId as string };
    expect(await service.answer(useLastReceiptSalary, context, next)).toMatchObject({
      state: 'ready',
      totals: { gross: 7500 },
    });
    const employee = await service.answer(getEmployee, context, { employeeId });
    expect(employee.dailyWage).toBe(600);
    expect(employee.salaryHistory).toContainEqual({
      effectiveOn: '2026-06-30',
      dailyWage: 500,
      integratedDailySalary: 526.05,
      contributionBaseSalary: 530,
    });
  });

  it('useLastReceiptSalary waits for the lock of the employee before it locks the receipt', async () => {
    const { context, employeeId, rowId } = await calculated();
    const database = testPool(service.database.adminUrl, 1);
    const other = await database.connect();
    try {
      await other.query('begin');
      await other.query('select 1 from employees where id = $1 for update', [employeeId]);
      const attempt = service.answer(useLastReceiptSalary, context, { rowId });
      const isOver = expect(attempt).rejects.toMatchObject({
        details: { reason: 'no_receipt_salary' },
      });
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`;
      let isAnswered = false;
      void isOver.finally(() => (isAnswered = true));
      while (!isAnswered && (await service.rows(waiting)).length === 0);
      expect(isAnswered).toBe(false);
      // The deletion locks the receipt after the employee. If useLastReceiptSalary had already
      // locked the receipt, the two transactions would deadlock.
      await other.query('select 1 from payroll_rows where id = $1 for update nowait', [rowId]);
      await other.query('commit');
      await isOver;
    } finally {
      other.release();
      await database.end();
    }
  });

  it('useLastReceiptSalary is refused as a conflict if no stamped receipt has a salary', async () => {
    const { context, rowId } = await calculated();
    await expect(service.answer(useLastReceiptSalary, context, { rowId })).rejects.toMatchObject({
      details: { reason: 'no_receipt_salary' },
    });
  });
});

describe('refusals because of the state of a receipt', () => {
  const asked: Record<string, (of: Calculated) => Promise<unknown>> = {
    recalculate: ({ context, rowId }) => service.answer(recalculatePayrollRow, context, { rowId }),
    omit: ({ context, rowId }) => service.answer(omitPayrollRow, context, { rowId }),
    include: ({ context, rowId }) => service.answer(includePayrollRow, context, { rowId }),
    edit: ({ context, rowId }) => service.answer(updatePayrollRow, context, { rowId, lines }),
    restamp: ({ context, rowId }) => service.answer(restampPayrollRow, context, { rowId }),
    cancel: ({ context, rowId }) =>
      service.answer(cancelPayrollRow, context, { rowId, motive: '02' }),
    stampRun: ({ context, runId }) => service.answer(stampPayrollRun, context, { runId }),
    calculateRun: ({ context, runId }) => service.answer(calculatePayrollRun, context, { runId }),
  };
  const messageOf = (request: string, of: Calculated) =>
    asked[request]!(of).then(
      () => Promise.reject(new Error('not refused')),
      (error: { message: string; details: { reason?: string } }) => {
        expect(error.details.reason).toBe('state_conflict');
        return error.message;
      },
    );

  it.each([
    ['restamp', 'ready', 'is ready; only a rejected receipt can be stamped again.'],
    ['cancel', 'needs_attention', 'needs attention; only a stamped receipt can be canceled.'],
    ['include', 'ready', 'is ready; only an excluded receipt can be included.'],
    ['edit', 'rejected', 'is rejected; only a receipt that is ready or needs attention can be edited.'],
    ['recalculate', 'stamped', 'is stamped; only a receipt without a stamp can be recalculated.'],
    ['omit', 'excluded', 'is excluded; only a receipt that is ready, needs attention or is rejected can be omitted.'],
  ])('the refusal of a request names the state of the receipt and the next step: %s, %s', async (request, state, words) => {
    const of = await calculated();
    await force(of.rowId, state);
    expect(await messageOf(request, of)).toMatch(new RegExp(`^This receipt ${words} It can be .+[.]$`));
  }); // prettier-ignore

  it('a refusal message calls an omitted receipt excluded, as the API contract does', async () => {
    const of = await calculated();
    await asked['omit']!(of);
    expect(await messageOf('edit', of)).toMatch(/^This receipt is excluded; .* It can be included/);
  });

  it('a refusal explains why an employee cannot be included', async () => {
    const of = await calculated();
    await asked['omit']!(of);
    const { context, employeeId } = of;
    const end = { employeeId, employmentEndedOn: '2026-05-31' };
    await service.answer(terminateEmployee, context, end);
    expect(await messageOf('include', of)).toContain('its employee does not belong to the run');
  });

  it.each([
    ['stampRun', 'draft', 'a draft; only a run in review or partially stamped can be stamped.'],
    ['stampRun', 'canceled', 'canceled; only a run in review or partially stamped can be stamped.'],
    [
      'calculateRun',
      'stamped',
      'stamped; only a run with receipts left to stamp can be calculated.',
    ],
  ])(
    'the refusal of a request names the state of the run and the next step: %s, %s',
    async (request, state, words) => {
      const of = await calculated();
      await service.rows('update payroll_runs set state = $2 where id = $1', [of.runId, state]);
      expect(await messageOf(request, of)).toMatch(new RegExp(`^This run is ${words} It.+[.]$`));
    },
  );
});

describe('deleteEmployee', () => {
  it('deleteEmployee sets the open receipt to needs attention, and is refused while a receipt is being stamped', async () => {
    const { context, employeeId, rowId } = await calculated();
    await force(rowId, 'queued');
    const attempt = () => service.answer(deleteEmployee, context, { employeeId });
    await expect(attempt()).rejects.toMatchObject({ code: 'operation_in_progress' });
    await force(rowId, 'rejected');
    const said = `error_code = 'stamp_failed', rejection_code = 'CFDI40147'`;
    const sql = `update payroll_rows set ${said}, last_receipt_salary_available = true where id = $1`;
    await service.rows(sql, [rowId]);
    await attempt();
    const row = await service.answer(getPayrollRow, context, { rowId });
    expect(row).toMatchObject({
      state: 'needs_attention',
      issues: [{ code: 'employee_missing', field: 'employeeId' }],
      lastReceiptSalaryAvailable: false,
    });
    expect(row).not.toHaveProperty('errorCode');
    expect(row).not.toHaveProperty('rejectionCode');
  });
});

describe('the effects of other receipts of the employee on a row', () => {
  it('a stamped receipt prevents another receipt from paying its period', async () => {
    const { context, rowId } = await calculated();
    await force(rowId, 'stamped');
    const again = await addRun(service, context);
    await calculate(service, context, again);
    const [row] = await rowsOf(service, context, again);
    expect(row).toMatchObject({
      state: 'needs_attention',
      issues: [{ code: 'period_already_paid', field: 'period' }],
    });
  });
});

describe('exportPayrollRun', () => {
  const exported = async ({ context, runId }: Calculated, format: string) => {
    const file = await exportPayrollRun.run(service.runtime, context, { runId, format });
    return Buffer.from(file.content).toString().replace('\uFEFF', '').split('\r\n');
  };

  it('exportPayrollRun lists every row with its amounts', async () => {
    const run = await calculated({ legalName: '=HYPERLINK("x")', employeeNumber: 'E-9' });
    const [heading, row, end] = await exported(run, 'csv');
    expect(heading).toContain('employeeNumber,employeeName,rfc,state,paidDays,gross');
    expect(row).toContain(`E-9,"'=HYPERLINK(""x"")",GOLA850312AB1,ready,15,7500.00,709.86,197.86`);
    expect(end).toBe('');
  });

  it.each([
    ['csv', 'nomina-2026-06-15.csv'],
    ['bank', 'dispersion-2026-06-15.csv'],
  ])('exportPayrollRun names its file after the content: %s', async (format, fileName) => {
    const { context, runId } = await calculated();
    const file = await exportPayrollRun.run(service.runtime, context, { runId, format });
    expect(file.fileName).toBe(fileName);
  });

  it('exportPayrollRun returns a workbook in ZIP format', async () => {
    const { context, runId } = await calculated();
    const file = await exportPayrollRun.run(service.runtime, context, { runId, format: 'xlsx' });
    expect(file.fileName).toBe('nomina-2026-06-15.xlsx');
    expect(Buffer.from(file.content).subarray(0, 2).toString()).toBe('PK');
  });

  it('an export is returned in consecutive parts', async () => {
    const run = await calculated();
    const whole = await exported(run, 'csv');
    const after = { runId: run.runId, format: 'csv', afterRowId: run.rowId };
    const rest = await exportPayrollRun.run(service.runtime, run.context, after);
    expect(whole).toHaveLength(3);
    expect(rest.nextAfterRowId).toBeUndefined();
    expect(Buffer.from(rest.content)).toHaveLength(0);
  });

  it('the bank payment file (dispersion) of exportPayrollRun contains only stamped rows with a bank account', async () => {
    const run = await calculated({ bankAccount: '002010077777777771' });
    expect(await exported(run, 'bank')).toHaveLength(2);
    await force(run.rowId, 'stamped');
    const [, row] = await exported(run, 'bank');
    expect(row).toBe(
      '002010077777777771,002,6592.28,ADRIANA GOMEZ LARA,20260615,NOMINA 2026-06-01 2026-06-15',
    );
  });
});
