import { created, type Api } from '@timbre/testkit/client';
import { until } from '../until';

/** The input of an employee with all data that a payroll needs. */
export const employeeInput = {
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
  dailyWage: 500,
  integratedDailySalary: 526.05,
  minimumWageZone: 'general',
};

/** The input of a payroll run for a fortnight of June 2026. */
export const fortnight = {
  paymentFrequency: '04',
  periodStartedOn: '2026-06-01',
  periodEndedOn: '2026-06-15',
  paidOn: '2026-06-15',
};

export const employer = { registration: 'A1234567890', stateCode: 'CMX' };

let count = 0;

/** Creates an employee with a unique number and returns the identifier. */
export async function addEmployee(api: Api, fields: object = {}): Promise<string> {
  count += 1;
  const body = { ...employeeInput, employeeNumber: `E-${count}`, ...fields };
  return (await created(api, '/v1/employees', body)).employeeId as string;
}

/** Creates a payroll run and returns the identifier of the run. */
export async function addRun(api: Api, fields: object = {}): Promise<string> {
  const body = { ...fortnight, employer, ...fields };
  return (await created(api, '/v1/payroll/runs', body)).runId as string;
}

/** Waits until the payroll run has no pending background work. */
export async function settled(api: Api, runId: string): Promise<Record<string, unknown>> {
  const path = `/v1/payroll/runs/${runId}`;
  const isIdle = ({ json }: { json: { data: object } }) => !('progress' in json.data);
  return (await until(60_000, () => api.request('GET', path), isIdle)).json.data;
}

/** Calculates a payroll run and waits for the end of the calculation. */
export async function calculate(api: Api, runId: string): Promise<Record<string, unknown>> {
  await api.request('POST', `/v1/payroll/runs/${runId}/calculate`);
  return settled(api, runId);
}

/** Returns the receipts of a payroll run. */
export async function rowsOf(
  api: Api,
  runId: string,
  query = '',
): Promise<Record<string, unknown>[]> {
  return (await api.request('GET', `/v1/payroll/runs/${runId}/rows?${query}`)).json.data;
}

/** Creates and calculates a payroll run with one employee. */
export async function calculatedRun(api: Api, fields: object = {}) {
  const employeeId = await addEmployee(api, fields);
  const runId = await addRun(api, { employeeIds: [employeeId] });
  await calculate(api, runId);
  const [row] = await rowsOf(api, runId);
  return { employeeId, runId, rowId: row!.rowId as string };
}
