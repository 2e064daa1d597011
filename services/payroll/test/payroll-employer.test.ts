import type { payroll } from '@timbre/contract';
import { callContext } from '@timbre/testkit';
import { createPayrollRun } from '../src/operations/create-payroll-run';
import { getEmployeeReadiness } from '../src/operations/get-employee-readiness';
import { getPayrollEmployer } from '../src/operations/get-payroll-employer';
import { getPayrollRun } from '../src/operations/get-payroll-run';
import { putPayrollEmployer } from '../src/operations/put-payroll-employer';
import { resolveEmployees } from '../src/operations/resolve-employees';
import { simulatePayroll } from '../src/operations/simulate-payroll';
import {
  addEmployee,
  addRun,
  calculate,
  fortnight,
  rowsOf,
  startPayroll,
  wholeEmployee,
  type PayrollRuntime,
} from './payroll';

let service: PayrollRuntime;
beforeAll(async () => void (service = await startPayroll()));
afterAll(() => service.close());

type Context = ReturnType<typeof callContext>;

const given = {
  registrations: [
    { registration: 'B5510768108', riskPremium: '0.54355' },
    { registration: 'A1234567890' },
  ],
  stateCode: 'JAL',
  minimumWageZone: 'border',
  settings: { absenceCost: 'day_and_rest_share', aguinaldoDays: '30.000' },
} satisfies payroll.PutPayrollEmployerRequest;

const put = (context: Context, request: payroll.PutPayrollEmployerRequest = given) =>
  service.answer(putPayrollEmployer, context, request);
const get = (context: Context) => service.answer(getPayrollEmployer, context, {});

describe('putPayrollEmployer', () => {
  it('putPayrollEmployer replaces all settings, and returns them in the form of the request', async () => {
    const context = callContext();
    expect(await get(context)).toEqual({ registrations: [], settings: {} });
    const shown = {
      ...given,
      registrations: [
        { registration: 'B5510768108', riskPremium: 0.54355 },
        { registration: 'A1234567890' },
      ],
      settings: { absenceCost: 'day_and_rest_share', aguinaldoDays: 30 },
      updatedAt: expect.any(String),
    };
    expect(await put(context)).toEqual(shown);
    expect(await get(context)).toEqual(shown);
    await put(context, { registrations: [], curp: 'GOLA850312MDFMPN03' });
    expect(await get(context)).toEqual({
      registrations: [],
      curp: 'GOLA850312MDFMPN03',
      settings: {},
      updatedAt: expect.any(String),
    });
  });

  it('putPayrollEmployer reports every fault at once and changes nothing', async () => {
    const context = callContext();
    const registrations = ['A1234567890', 'hola mundo', 'A1234567890'].map((registration) => ({
      registration,
    }));
    await expect(put(context, { registrations, curp: 'X' })).rejects.toMatchObject({
      details: {
        issues: [
          { path: ['registrations', 1, 'registration'], code: 'employer_registration_invalid' },
          { path: ['registrations', 2, 'registration'], code: 'employer_registration_repeated' },
          { path: ['curp'], code: 'curp_invalid' },
        ],
      },
    });
    expect(await get(context)).toEqual({ registrations: [], settings: {} });
  });

  it('concurrent requests of putPayrollEmployer store one employer for an organization', async () => {
    const context = callContext();
    await Promise.all([put(context), put(context), put(context)]);
    const { organizationId } = context;
    const sql = 'select count(*)::int as count from employers';
    expect(await service.asOrganization(organizationId, sql)).toEqual([{ count: 1 }]);
  });
});

describe('reading employer data that a request leaves out', () => {
  it('a run reads employer data that its request leaves out from the settings, and reads them again when it is calculated again', async () => {
    const context = callContext();
    await put(context);
    await addEmployee(service, context);
    const own = { registration: 'A1234567890', settings: { sundayPremiumRate: '0.3' } };
    const runId = await addRun(service, context, {}, { employer: own });
    expect(await service.answer(getPayrollRun, context, { runId })).toMatchObject({
      employer: {
        registration: 'A1234567890',
        stateCode: 'JAL',
        minimumWageZone: 'border',
        settings: {
          absenceCost: 'day_and_rest_share',
          aguinaldoDays: 30,
          sundayPremiumRate: 0.3,
        },
      },
    });
    await put(context, { registrations: [], stateCode: 'CMX', settings: { alimonyBase: 'gross' } });
    const run = await calculate(service, context, runId, { employer: { stateCode: 'NLE' } });
    expect(run.employer).toEqual({
      rfc: 'EKU9003173C9',
      registration: 'A1234567890',
      stateCode: 'NLE',
      settings: { alimonyBase: 'gross', sundayPremiumRate: 0.3 },
    });
  });

  it('employer data that a request leaves out are never copied from another run', async () => {
    const context = callContext();
    await addEmployee(service, context);
    await addRun(service, context);
    const runId = await addRun(service, context, {}, { employer: undefined });
    const run = await calculate(service, context, runId);
    expect(run.employer).toEqual({ rfc: 'EKU9003173C9', settings: {} });
    expect(await rowsOf(service, context, runId)).toMatchObject([
      { issues: [{ code: 'employer_registration_missing', field: 'employer.registration' }] },
    ]);
  });

  it('simulations, drafts and readiness checks read employer data that a request leaves out from the settings', async () => {
    const context = callContext();
    const employeeId = await addEmployee(service, context, { stateCode: undefined });
    const { dailyWage, integratedDailySalary, employmentStartedOn } = wholeEmployee;
    const employee = { dailyWage, integratedDailySalary, employmentStartedOn };
    const simulated = () => service.answer(simulatePayroll, context, { period: fortnight, employee }); // prettier-ignore
    expect((await simulated()).issues).toEqual([
      { code: 'employer_registration_missing', field: 'employer.registration' },
      { code: 'minimum_wage_zone_missing', field: 'minimumWageZone' },
    ]);
    await put(context);
    expect(await simulated()).toMatchObject({ state: 'ready', totals: { imss: 197.86 } });
    const request = { employeeIds: [employeeId] };
    expect(await resolveEmployees.run(service.runtime, context, request)).toMatchObject({
      employees: [{ employerRegistration: 'B5510768108' }],
    });
    expect(await service.answer(getEmployeeReadiness, context, { employeeId })).toMatchObject({
      ready: true,
    });
  });
});

it.each([createPayrollRun, simulatePayroll])(
  'a request is refused if a text is not an employer registration',
  async (operation) => {
    const request = {
      period: fortnight,
      employeeIds: [],
      employer: { registration: 'hola mundo' },
    };
    const attempt = service.answer(operation as never, callContext(), request as never);
    await expect(attempt).rejects.toMatchObject({
      details: {
        issues: [{ path: ['employer', 'registration'], code: 'employer_registration_invalid' }],
      },
    });
  },
);
