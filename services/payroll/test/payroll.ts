import { payroll } from '@timbre/contract';
import {
  createRun,
  type CallContext,
  type ReceivedEvent,
  type Run,
  type Transaction,
} from '@timbre/kit';
import { serviceRuntime, testPool, type ServiceRuntime } from '@timbre/testkit';
import type { Pool } from 'pg';
import type { FiscalIdentity } from '../src/domain/ports';
import { onCalculationRequested } from '../src/events/on-calculation-requested';
import { calculatePayrollRun } from '../src/operations/calculate-payroll-run';
import { onQueueingRequested } from '../src/events/on-queueing-requested';
import { onStampingRequested } from '../src/events/on-stamping-requested';
import { createEmployee } from '../src/operations/create-employee';
import { createPayrollRun } from '../src/operations/create-payroll-run';
import type { EmployerProviders } from '../src/workflows/employer';
import { getPayrollRun } from '../src/operations/get-payroll-run';
import { listPayrollRows } from '../src/operations/list-payroll-rows';
import { sealRows } from '../src/workflows/seal-rows';
import type { StampingProviders } from '../src/workflows/readiness-to-stamp';
import { constraints } from '../src/store/constraints';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';
import { FakeCfdi } from './fake-cfdi';

export type Providers = EmployerProviders & StampingProviders;
export type PayrollRuntime = ServiceRuntime<Providers>;

const fiscal: FiscalIdentity<CallContext> = {
  employerRfc: () => Promise.resolve('EKU9003173C9'),
};

/** Starts payroll with a separate database and an employer with a fixed RFC. */
export const startPayroll = (cfdi = new FakeCfdi()): Promise<PayrollRuntime> =>
  serviceRuntime({
    service: 'payroll',
    entities,
    migrations,
    constraints,
    providers: { fiscal, cfdi },
  });

interface PayrollForJobs {
  service: PayrollRuntime;
  systemPool: Pool;
  cfdi: FakeCfdi;
}

/**
 * Starts payroll once for all job tests in a file. Each test starts at the same simulated time with a new
 * simulated fiscal-cfdi.
 */
export function payrollForJobs(): PayrollForJobs {
  const own = {} as PayrollForJobs;
  beforeAll(async () => {
    own.service = await startPayroll();
    own.systemPool = testPool(own.service.database.systemUrl, 1);
  });
  beforeEach(() => {
    own.cfdi = new FakeCfdi();
    own.service.runtime.providers.cfdi = own.cfdi;
    own.service.setClock('2026-11-21T15:00:00.000Z');
  });
  afterAll(async () => {
    await own.systemPool.end();
    await own.service.close();
  });
  return own;
}

/** An employee with all data that a payroll requires. */
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

/** Creates an employee with a new employee number and returns the identifier of the employee. */
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

/** Reads the employee events of an organization in their order. */
export async function employeeEvents(service: PayrollRuntime, organizationId: string) {
  const sql = `select subject, payload from outbox where org_id = $1
    and subject = 'payroll.employee.changed' order by id`;
  const rows = await service.rows<OutboxRow>(sql, [organizationId]);
  return rows.map((row) => payroll.Employee.decode(row.payload));
}

export const employer = {
  registration: 'A1234567890',
  stateCode: 'CMX',
  minimumWageZone: 'general',
} satisfies payroll.EmployerFields;

/** A fortnight in June 2026, as the period of a run. */
export const fortnight: payroll.PayrollPeriod = {
  kind: 'ordinary',
  paymentFrequency: '04',
  periodStartedOn: '2026-06-01',
  periodEndedOn: '2026-06-15',
  paidOn: '2026-06-15',
};

/** Creates a payroll run and returns its identifier. */
export async function addRun(
  service: PayrollRuntime,
  context: CallContext,
  period: Partial<payroll.PayrollPeriod> = {},
  request: Partial<payroll.CreatePayrollRunRequest> = {},
): Promise<string> {
  const run = await service.answer(createPayrollRun, context, {
    period: { ...fortnight, ...period },
    employeeIds: [],
    employer,
    ...request,
  });
  return run.runId as string;
}

type Handler = (event: ReceivedEvent, tx: Transaction) => Promise<void>;

const handlers: Record<string, Handler> = {
  'payroll.run.calculation_requested': onCalculationRequested,
  'payroll.run.queueing_requested': onQueueingRequested,
};

const handled = new Set<string>();

type Worker = (service: PayrollRuntime, run: Run, payload: Buffer) => Promise<void>;

/**
 * The handlers of messages whose work has several steps, with calls to fiscal-cfdi between the steps.
 */
const workers: Record<string, Worker> = {
  'payroll.run.sealing_requested': ({ runtime }, run, payload) => {
    const { runId, firstRowId, lastRowId } = payroll.SealingRequested.decode(payload);
    return sealRows(run, runtime.providers.cfdi, runId, { first: firstRowId, last: lastRowId });
  },
  'payroll.run.stamping_requested': ({ runtime }, run, payload) =>
    onStampingRequested(payload, run.context, runtime),
};

/** Delivers the messages that payroll sends to itself for the organization, until no message is left. */
export async function deliver(service: PayrollRuntime, context: CallContext): Promise<void> {
  const run = createRun(service.runtime, { ...context, idempotency: undefined });
  const sql = 'select * from outbox where org_id = $1 and subject = any($2) order by id';
  for (;;) {
    const rows = await service.rows<OutboxRow & { id: string }>(sql, [
      context.organizationId,
      [...Object.keys(handlers), ...Object.keys(workers)],
    ]);
    const next = rows.find((row) => !handled.has(row.id));
    if (!next) return;
    handled.add(next.id);
    const handler = handlers[next.subject];
    if (handler) await run.step((tx) => handler(next as unknown as ReceivedEvent, tx));
    else await workers[next.subject]!(service, run, next.payload);
  }
}

/** Reads the undelivered messages that request batches of the organization's calculations. */
async function requested(
  service: PayrollRuntime,
  { organizationId }: CallContext,
): Promise<RequestedPart[]> {
  const sql = `select * from outbox where org_id = $1
    and subject = 'payroll.run.calculation_requested' order by id`;
  const rows = await service.rows<RequestedPart>(sql, [organizationId]);
  return rows.filter((row) => !handled.has(row.id));
}

type RequestedPart = OutboxRow & { id: string };

async function apply(
  service: PayrollRuntime,
  context: CallContext,
  part: RequestedPart,
  beforeCommit: () => Promise<void>,
): Promise<void> {
  handled.add(part.id);
  const run = createRun(service.runtime, { ...context, idempotency: undefined });
  await run.step(async (tx) => {
    await onCalculationRequested(part as unknown as ReceivedEvent, tx);
    await beforeCommit();
  });
}

/** Delivers messages for batches of a calculation concurrently, as several processes would. */
export async function deliverSideBySide(
  service: PayrollRuntime,
  context: CallContext,
  beforeCommit = (): Promise<void> => Promise.resolve(),
): Promise<void> {
  for (;;) {
    const parts = await requested(service, context);
    if (parts.length === 0) return;
    await Promise.all(parts.map((part) => apply(service, context, part, beforeCommit)));
  }
}

/** Calculates a run until its calculation ends. */
export async function calculate(
  service: PayrollRuntime,
  context: CallContext,
  runId: string,
  request: Partial<payroll.CalculatePayrollRunRequest> = {},
): Promise<Record<string, unknown>> {
  await service.answer(calculatePayrollRun, context, { runId, ...request });
  await deliver(service, context);
  return service.answer(getPayrollRun, context, { runId });
}

/**
 * Inserts `count` copies of each matching row of a table. The parameter `own` contains SQL
 * expressions for some columns, in which `n` is the number of the copy.
 */
export async function copyRow(
  service: PayrollRuntime,
  table: string,
  count: number,
  own: Record<string, string>,
  condition = 'true',
): Promise<void> {
  const columns = await service.rows<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = '${table}'`,
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => own[name] ?? name);
  await service.rows(`insert into ${table} (${names.join(', ')})
    select ${values.join(', ')} from ${table}, generate_series(1, ${count}) n where ${condition}`);
}

/** Reads the rows of a run, in order of creation. */
export async function rowsOf(
  service: PayrollRuntime,
  context: CallContext,
  runId: string,
): Promise<Record<string, unknown>[]> {
  const { data } = await service.page(listPayrollRows, context, { runId, page: { limit: 50 } });
  return data.reverse();
}
