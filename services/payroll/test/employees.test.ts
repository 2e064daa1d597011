import type { CallContext } from '@timbre/kit';
import { callContext, withKey } from '@timbre/testkit';
import { createEmployee } from '../src/operations/create-employee';
import { deleteEmployee } from '../src/operations/delete-employee';
import { getEmployee } from '../src/operations/get-employee';
import { getEmployeeReadiness } from '../src/operations/get-employee-readiness';
import { listEmployees } from '../src/operations/list-employees';
import { reinstateEmployee } from '../src/operations/reinstate-employee';
import { terminateEmployee } from '../src/operations/terminate-employee';
import { updateEmployee } from '../src/operations/update-employee';
import {
  addEmployee,
  employeeEvents,
  startPayroll,
  wholeEmployee,
  type PayrollRuntime,
} from './payroll';

let service: PayrollRuntime;
beforeAll(async () => void (service = await startPayroll()));
afterAll(() => service.close());

const patch = (employeeId: string, fields: object, cleared: string[] = []) => ({
  employeeId,
  fields,
  cleared,
});

describe('createEmployee', () => {
  it('createEmployee returns the given data, with a salary that starts on the first day of the employment', async () => {
    const request = { fields: { ...wholeEmployee, employeeNumber: 'E-1' } };
    const employee = await service.answer(createEmployee, callContext(), request);
    expect(employee).toMatchObject({
      legalName: wholeEmployee.legalName,
      status: 'active',
      dailyWage: 500,
      salaryHistory: [{ effectiveOn: '2024-01-08', dailyWage: 500, integratedDailySalary: 526.05 }],
    });
  });

  it('createEmployee emits an event about the employee without tax data', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context, { employeeNumber: 'N-1' });
    expect(await employeeEvents(service, context.organizationId)).toEqual([
      {
        employeeId,
        version: 1,
        legalName: wholeEmployee.legalName,
        employeeNumber: 'N-1',
        status: 'active',
      },
    ]);
  });

  it('createEmployee reports all wrong check digits at once and changes nothing', async () => {
    const context = callContext();
    const wrong = {
      curp: 'GOLA850312MDFMPN04',
      socialSecurityNumber: '12345678904',
      bankAccount: '002010077777777772',
    };
    await expect(addEmployee(service, context, wrong)).rejects.toMatchObject({
      code: 'validation_error',
      details: {
        issues: [
          { path: ['curp'], code: 'curp_invalid' },
          { path: ['socialSecurityNumber'], code: 'social_security_number_invalid' },
          { path: ['bankAccount'], code: 'bank_account_invalid' },
        ],
      },
    });
    expect((await service.page(listEmployees, context, {})).data).toEqual([]);
  });

  it('createEmployee refuses an employee number that another employee has', async () => {
    const context = callContext();
    await addEmployee(service, context, { employeeNumber: 'A' });
    await expect(addEmployee(service, context, { employeeNumber: 'A' })).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'employee_number_taken' },
    });
    await addEmployee(service, callContext(), { employeeNumber: 'A' });
  });

  it('createEmployee creates one employee for each idempotency key', async () => {
    const context = withKey(callContext(), 'POST /v1/employees');
    const request = { fields: { legalName: 'X' } };
    const [one, other] = [
      await service.answer(createEmployee, context, request),
      await service.answer(createEmployee, context, request),
    ];
    expect(other).toEqual(one);
    expect((await service.page(listEmployees, context, {})).data).toHaveLength(1);
  });
});

describe('updateEmployee', () => {
  it('updateEmployee stores every salary with its start date', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context);
    const raise = { ...patch(employeeId, { dailyWage: '550', integratedDailySalary: '578.66' }) };
    const salaryEffectiveOn = '2026-07-01';
    const employee = await service.answer(updateEmployee, context, {
      ...raise,
      salaryEffectiveOn,
    });
    expect(employee).toMatchObject({
      dailyWage: 550,
      salaryHistory: [
        { effectiveOn: '2024-01-08', dailyWage: 500 },
        { effectiveOn: '2026-07-01', dailyWage: 550, integratedDailySalary: 578.66 },
      ],
    });
  });

  it('updateEmployee shows the newest salary after an older salary was corrected', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context);
    const since = (day: string, dailyWage: string) =>
      service.answer(updateEmployee, context, {
        ...patch(employeeId, { dailyWage }),
        salaryEffectiveOn: day,
      });
    await since('2026-07-01', '550');
    expect((await since('2025-01-01', '520')).dailyWage).toBe(550);
  });

  it('updateEmployee keeps the other wages of a date if one wage is corrected, so that no later raise applies earlier', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context);
    const raise = patch(employeeId, { dailyWage: '600', integratedDailySalary: '631.26' });
    const salaryEffectiveOn = '2027-01-01';
    await service.answer(updateEmployee, context, { ...raise, salaryEffectiveOn });
    const correction = patch(employeeId, { integratedDailySalary: '531' });
    expect(await service.answer(updateEmployee, context, correction)).toMatchObject({
      dailyWage: 600,
      integratedDailySalary: 631.26,
      salaryHistory: [
        { effectiveOn: '2024-01-08', dailyWage: 500, integratedDailySalary: 526.05 },
        { effectiveOn: '2026-11-21', dailyWage: 500, integratedDailySalary: 531 },
        { effectiveOn: '2027-01-01', dailyWage: 600, integratedDailySalary: 631.26 },
      ],
    });
  });

  it('updateEmployee never copies a later wage to an older salary, and clears a wage only in the salary of that date', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context);
    const since = (day: string, fields: object, cleared: string[] = []) =>
      service.answer(updateEmployee, context, {
        ...patch(employeeId, fields, cleared),
        salaryEffectiveOn: day,
      });
    const today = { integratedDailySalary: '600', contributionBaseSalary: '610' };
    await since('2026-07-01', today);
    await since('2025-01-01', { dailyWage: '510' });
    const { salaryHistory } = await since('2025-06-01', {}, ['integratedDailySalary']);
    expect(salaryHistory).toEqual([
      { effectiveOn: '2024-01-08', dailyWage: 500, integratedDailySalary: 526.05 },
      { effectiveOn: '2025-01-01', dailyWage: 510, integratedDailySalary: 526.05 },
      { effectiveOn: '2025-06-01', dailyWage: 510 },
      {
        effectiveOn: '2026-07-01',
        dailyWage: 500,
        integratedDailySalary: 600,
        contributionBaseSalary: 610,
      },
    ]);
  });

  it('updateEmployee clears fields that are null and keeps all other fields', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context, { jobTitle: 'Contadora' });
    const employee = await service.answer(
      updateEmployee,
      context,
      patch(employeeId, { department: 'Finanzas' }, ['jobTitle']),
    );
    expect(employee).toMatchObject({ department: 'Finanzas', rfc: wholeEmployee.rfc });
    expect(employee).not.toHaveProperty('jobTitle');
  });

  it('updateEmployee refuses a change that would make the data invalid, and changes nothing', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context);
    await expect(
      service.answer(updateEmployee, context, patch(employeeId, { rfc: 'EKU9003173C9' })),
    ).rejects.toMatchObject({ details: { issues: [{ path: ['rfc'], code: 'rfc_invalid' }] } });
    const employee = await service.answer(getEmployee, context, { employeeId });
    expect(employee.rfc).toBe(wholeEmployee.rfc);
  });
});

describe('an employment', () => {
  it('an employment can end once, and not before it has started', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context);
    const endOn = (employmentEndedOn: string) =>
      service.answer(terminateEmployee, context, { employeeId, employmentEndedOn });
    await expect(endOn('2024-01-07')).rejects.toMatchObject({
      details: { issues: [{ code: 'employment_dates_out_of_order' }] },
    });
    expect(await endOn('2026-06-30')).toMatchObject({
      status: 'terminated',
      employmentEndedOn: '2026-06-30',
    });
    await expect(endOn('2026-07-01')).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'employee_terminated' },
    });
  });

  it('a reinstatement can continue the seniority of the employment, or start a new employment without it', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context);
    const end = () =>
      service.answer(terminateEmployee, context, { employeeId, employmentEndedOn: '2026-06-30' });
    const reinstate = (employmentStartedOn?: string) =>
      service.answer(reinstateEmployee, context, { employeeId, employmentStartedOn });
    await expect(reinstate()).rejects.toMatchObject({ details: { reason: 'employee_active' } });
    await end();
    expect(await reinstate()).toMatchObject({
      status: 'active',
      employmentStartedOn: '2024-01-08',
    });
    await end();
    await expect(reinstate('2026-06-30')).rejects.toMatchObject({ code: 'validation_error' });
    expect(await reinstate('2026-09-01')).toMatchObject({ employmentStartedOn: '2026-09-01' });
  });
});

describe('using a recurring item whose code is no longer in force', () => {
  const ended = { type: '063', basis: 'amount', amount: '100' };

  /** Creates an employee with a recurring item whose code ended after the record was stored. */
  async function employeeWithEnded(context: CallContext): Promise<string> {
    const employeeId = await addEmployee(service, context);
    const sql = 'update employees set recurring_deductions = $2 where id = $1';
    await service.rows(sql, [employeeId, JSON.stringify([ended])]);
    return employeeId;
  }

  it('a recurring item whose code is no longer in force does not prevent a termination or a reinstatement', async () => {
    const context = callContext();
    const employeeId = await employeeWithEnded(context);
    const end = { employeeId, employmentEndedOn: '2026-11-30' };
    expect(await service.answer(terminateEmployee, context, end)).toMatchObject({
      status: 'terminated',
    });
    expect(await service.answer(reinstateEmployee, context, { employeeId })).toMatchObject({
      status: 'active',
    });
  });

  it('a recurring item whose code is no longer in force is refused only if an update request contains the item again', async () => {
    const context = callContext();
    const employeeId = await employeeWithEnded(context);
    const jobTitle = { jobTitle: 'Contadora' };
    expect(
      await service.answer(updateEmployee, context, patch(employeeId, jobTitle)),
    ).toMatchObject(jobTitle);
    const again = patch(employeeId, { recurringDeductions: { entries: [ended] } });
    await expect(service.answer(updateEmployee, context, again)).rejects.toMatchObject({
      details: {
        issues: [{ path: ['recurringDeductions', 0, 'type'], code: 'recurring_item_invalid' }],
      },
    });
  });

  it('a recurring item whose code is no longer in force is reported by the readiness check, as in a run', async () => {
    const context = callContext();
    const employeeId = await employeeWithEnded(context);
    const { issues } = await service.answer(getEmployeeReadiness, context, { employeeId });
    expect(issues).toContainEqual({
      code: 'invalid_request',
      field: 'recurringDeductions.0.type',
    });
  });
});

describe('getEmployeeReadiness', () => {
  it('getEmployeeReadiness lists the issue codes that a payroll paid today would report', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context, {
      stateCode: undefined,
      integratedDailySalary: '400',
    });
    const codes = await service.answer(getEmployeeReadiness, context, { employeeId });
    expect(codes).toEqual({
      employeeId,
      ready: false,
      checkedOn: '2026-11-21',
      issues: [
        { code: 'state_code_missing', field: 'stateCode' },
        { code: 'employer_registration_missing', field: 'employer.registration' },
        { code: 'sdi_below_daily_wage', field: 'integratedDailySalary' },
      ],
    });
  });
});

describe('deleteEmployee', () => {
  it('deleteEmployee deletes the record and emits an event about the deletion', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context);
    expect(await service.answer(deleteEmployee, context, { employeeId })).toEqual({
      employeeId,
      deleted: true,
    });
    await expect(service.answer(getEmployee, context, { employeeId })).rejects.toMatchObject({
      code: 'not_found',
    });
    const events = await employeeEvents(service, context.organizationId);
    expect(events.at(-1)).toEqual({ employeeId, version: 2, legalName: '', status: 'deleted' });
  });
});

describe('listEmployees', () => {
  it('listEmployees filters by words, status and frequency', async () => {
    const context = callContext();
    const ana = await addEmployee(service, context, { legalName: 'ANA PÉREZ' });
    const bob = await addEmployee(service, context, {
      legalName: 'BETO RUIZ',
      paymentFrequency: '02',
    });
    await service.answer(terminateEmployee, context, {
      employeeId: bob,
      employmentEndedOn: '2026-01-31',
    });
    const ids = async (request: object) =>
      (await service.page(listEmployees, context, request)).data.map((one) => one.employeeId);
    expect(await ids({})).toEqual([bob, ana]);
    expect(await ids({ page: { query: 'perez' } })).toEqual([ana]);
    expect(await ids({ status: 'terminated' })).toEqual([bob]);
    expect(await ids({ status: 'active' })).toEqual([ana]);
    expect(await ids({ paymentFrequency: '02' })).toEqual([bob]);
  });
});
