import { newId } from '@timbre/kit';
import { callContext } from '@timbre/testkit';
import { putPayrollEmployer } from '../src/operations/put-payroll-employer';
import { resolveEmployees } from '../src/operations/resolve-employees';
import { addEmployee, startPayroll, type PayrollRuntime } from './payroll';

let service: PayrollRuntime;
beforeAll(async () => void (service = await startPayroll()));
afterAll(() => service.close());

const resolve = (context: ReturnType<typeof callContext>, employeeIds: string[]) =>
  resolveEmployees.run(service.runtime, context, { employeeIds });

it('resolveEmployees returns the employee and the data of the employer', async () => {
  const context = callContext();
  const employeeId = await addEmployee(service, context);
  const registrations = [{ registration: 'A1234567890' }];
  await service.answer(putPayrollEmployer, context, { registrations });
  expect(await resolve(context, [employeeId, newId(), 'x'])).toEqual({
    employees: [
      {
        employeeId,
        legalName: 'ADRIANA GOMEZ LARA',
        rfc: 'GOLA850312AB1',
        postalCode: '06000',
        employerRegistration: 'A1234567890',
        employerCurp: undefined,
      },
    ],
  });
});

it('resolveEmployees returns no employee of another organization', async () => {
  const employeeId = await addEmployee(service, callContext());
  expect(await resolve(callContext(), [employeeId])).toEqual({ employees: [] });
});
