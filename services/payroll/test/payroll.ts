import { payroll } from '@timbre/contract';
import type { CallContext } from '@timbre/kit';
import { serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import type { FiscalIdentity } from '../src/domain/ports';
import { createEmployee } from '../src/operations/create-employee';
import type { EmployerProviders } from '../src/operations/employer';
import { constraints } from '../src/store/constraints';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';

export type PayrollRuntime = ServiceRuntime<EmployerProviders>;

const fiscal: FiscalIdentity<CallContext> = {
  employerRfc: () => Promise.resolve('EKU9003173C9'),
};

/** Payroll on a database of its own, for an employer whose RFC is known. */
export const startPayroll = (providers: EmployerProviders = { fiscal }): Promise<PayrollRuntime> =>
  serviceRuntime({ service: 'payroll', entities, migrations, constraints, providers });

/** Somebody a payroll can pay without any further datum. */
export const wholeEmployee = {
  legalName: 'ADRIANA GOMEZ LARA',
  rfc: 'GOLA850312AB1',
  taxSystem: '605',
  postalCode: '06000',
  curp: 'GOLA850312MDFMPN03',
  contractType: '01',
  regimeType: '02',
  paymentFrequency: '04',
  stateCode: 'CMX',
  socialSecurityNumber: '12345678903',
  employmentStartedOn: '2024-01-08',
  positionRisk: '2',
  dailyWage: '500.00',
  integratedDailySalary: '526.05',
  minimumWageZone: 'general',
} satisfies payroll.EmployeeFields;

let employeeCount = 0;

/** A new employee's identifier, with a number of its own. */
export async function addEmployee(
  service: PayrollRuntime,
  context: CallContext,
  fields: payroll.EmployeeFields = {},
): Promise<string> {
  employeeCount += 1;
  const employeeNumber = `E-${employeeCount}`;
  const request = { fields: { ...wholeEmployee, employeeNumber, ...fields } };
  return (await service.answer(createEmployee, context, request)).employeeId as string;
}

interface OutboxRow {
  subject: string;
  payload: Buffer;
}

/** What an organization's commands have announced of employees, in order. */
export async function employeeEvents(service: PayrollRuntime, organizationId: string) {
  const sql = `select subject, payload from outbox where org_id = $1
    and subject = 'payroll.employee.changed' order by id`;
  const rows = await service.rows<OutboxRow>(sql, [organizationId]);
  return rows.map((row) => payroll.Employee.decode(row.payload));
}
