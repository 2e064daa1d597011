import { newId, type CallContext, type Operation } from '@timbre/kit';
import { callContext } from '@timbre/testkit';
import { calculatePayrollRun } from '../src/operations/calculate-payroll-run';
import { createPayrollRun } from '../src/operations/create-payroll-run';
import { deleteEmployee } from '../src/operations/delete-employee';
import { deletePayrollRun } from '../src/operations/delete-payroll-run';
import { exportPayrollRun } from '../src/operations/export-payroll-run';
import { getEmployee } from '../src/operations/get-employee';
import { getEmployeeReadiness } from '../src/operations/get-employee-readiness';
import { getPayrollEmployer } from '../src/operations/get-payroll-employer';
import { getPayrollRow } from '../src/operations/get-payroll-row';
import { getPayrollRun } from '../src/operations/get-payroll-run';
import { includePayrollRow } from '../src/operations/include-payroll-row';
import { listEmployees } from '../src/operations/list-employees';
import { listPayrollRows } from '../src/operations/list-payroll-rows';
import { listPayrollRuns } from '../src/operations/list-payroll-runs';
import { omitPayrollRow } from '../src/operations/omit-payroll-row';
import { putPayrollEmployer } from '../src/operations/put-payroll-employer';
import { recalculatePayrollRow } from '../src/operations/recalculate-payroll-row';
import { reinstateEmployee } from '../src/operations/reinstate-employee';
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
  fortnight,
  rowsOf,
  startPayroll,
  type PayrollRuntime,
  type Providers,
} from './payroll';

let service: PayrollRuntime;
let owner: CallContext;
let ids: { employeeId: string; runId: string; rowId: string };

beforeAll(async () => {
  service = await startPayroll();
  owner = callContext();
  const employeeId = await addEmployee(service, owner);
  await service.answer(putPayrollEmployer, owner, { registrations: [], stateCode: 'CMX' });
  const runId = await addRun(service, owner);
  await calculate(service, owner, runId);
  const [row] = await rowsOf(service, owner, runId);
  ids = { employeeId, runId, rowId: row!.rowId as string };
});
afterAll(() => service.close());

const operations: [string, Operation<never, Providers, unknown>][] = Object.entries({
  getEmployee,
  getEmployeeReadiness,
  updateEmployee,
  terminateEmployee,
  reinstateEmployee,
  deleteEmployee,
  getPayrollRun,
  listPayrollRows,
  calculatePayrollRun,
  stampPayrollRun,
  deletePayrollRun,
  exportPayrollRun,
  getPayrollRow,
  updatePayrollRow,
  recalculatePayrollRow,
  omitPayrollRow,
  includePayrollRow,
  restampPayrollRow,
  useLastReceiptSalary,
});

const rest = { fields: {}, cleared: [], employmentEndedOn: '2026-06-30', format: 'csv' };

describe('another organization', () => {
  it.each(operations)(
    'another organization gets the same response from %s as for an identifier that does not exist',
    async (_, operation) => {
      const refusalOf = (given: typeof ids) =>
        operation.run(service.runtime, callContext(), { ...rest, ...given } as never).then(
          () => 'answered',
          (error: Error & { code: string }) => `${error.code}: ${error.message}`,
        );
      const missing = { employeeId: newId(), runId: newId(), rowId: newId() };
      const malformed = { employeeId: 'x', runId: "' or true --", rowId: 'x' };
      const foreign = await refusalOf(ids);
      expect(foreign).toMatch(/^not_found/);
      expect(await refusalOf(missing)).toBe(foreign);
      expect(await refusalOf(malformed)).toBe(foreign);
    },
  );

  it('another organization cannot select employees of the owner for its run', async () => {
    const request = { period: fortnight, employeeIds: [ids.employeeId] };
    await expect(service.answer(createPayrollRun, callContext(), request)).rejects.toMatchObject({
      code: 'not_found',
      details: { issues: [{ code: 'employee_not_found' }] },
    });
  });

  it('another organization cannot read data of the owner', async () => {
    const context = callContext();
    expect((await service.page(listEmployees, context, {})).data).toEqual([]);
    expect(await service.answer(getPayrollEmployer, context, {})).not.toHaveProperty('stateCode');
    expect((await service.page(listPayrollRuns, context, {})).data).toEqual([]);
  });
});

describe('row-level security protects data when the SQL has no filter', () => {
  it.each(['employees', 'employers', 'payroll_runs', 'payroll_rows'])(
    'the database shows and changes rows of %s only for their organization',
    async (table) => {
      const count = `select count(*)::int as count from ${table}`;
      const seenBy = async (organizationId: string | undefined) =>
        (await service.asOrganization<{ count: number }>(organizationId, count))[0]?.count;
      expect(await seenBy(owner.organizationId)).toBe(1);
      expect(await seenBy(newId())).toBe(0);
      expect(await seenBy(undefined)).toBe(0);
      const change = `update ${table} set version = 9 returning 1`;
      expect(await service.asOrganization(newId(), change)).toEqual([]);
    },
  );

  it('row-level security protects every table with an organization that requests can read', async () => {
    const open = await service.rows(`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'org_id'
        and not (c.relrowsecurity and c.relforcerowsecurity)
        and has_table_privilege('payroll_app', c.oid, 'select')`);
    expect(open).toEqual([]);
  });
});
