import { callContext } from '@timbre/testkit';
import type { CallContext, Transaction } from '@timbre/kit';
import { calculatePayrollRun } from '../src/operations/calculate-payroll-run';
import { nextEmployees } from '../src/store/roster';
import { saveSealed } from '../src/store/sealed-rows';
import { addEmployee, addRun, deliver, startPayroll, type PayrollRuntime } from './payroll';

const many = 20_000;
const batch = 250;

let service: PayrollRuntime;
let context: CallContext;
let runId: string;

/** What a large employer has after some days: many employees and rows, and statistics of them. */
beforeAll(async () => {
  service = await startPayroll();
  context = callContext();
  await addEmployee(service, context);
  runId = await addRun(service, context);
  await service.answer(calculatePayrollRun, context, { runId });
  await deliver(service, context);
  const id = 'gen_random_uuid()';
  await copy('employees', { id, employee_number: "'M-' || n" });
  await copy('payroll_rows', { id, employee_id: id, state: "'stamping'" });
  await service.rows('analyze');
});
afterAll(() => service.close());

/** Copies the one row that there is, with other values of some columns. */
async function copy(table: string, own: Record<string, string>): Promise<void> {
  const columns = await service.rows<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = '${table}'`,
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => own[name] ?? name);
  await service.rows(`insert into ${table} (${names.join(', ')})
    select ${values.join(', ')} from ${table}, generate_series(1, ${many}) n`);
}

interface Node {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Nodes of the plan by which a statement was run, planned for its values as the service does. */
async function nodesOfRun(run: (tx: Transaction) => Promise<unknown>): Promise<Node[]> {
  let nodes: Node[] = [];
  const ask = async (text: string, values: unknown[]) => {
    nodes = nodesOf(await explained(text, values));
    return [];
  };
  const { organizationId } = context;
  const tx = { organizationId, now: new Date(), bulk: ask, rows: ask };
  await run(tx as unknown as Transaction);
  return nodes;
}

async function explained(text: string, values: unknown[]): Promise<Node> {
  const [row] = await service.asOrganization<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    context.organizationId,
    `explain (analyze, timing off, format json) ${text}`,
    values,
  );
  return row!['QUERY PLAN'][0].Plan;
}

it('saves a batch of sealed rows without comparing each with each', async () => {
  // Rows are queued after statistics were taken of a table in which none was.
  const queued = await service.rows<{ id: string }>(
    `update payroll_rows set state = 'queued', stamp_number = 1 where id in
       (select id from payroll_rows where state = 'stamping' limit ${batch}) returning id`,
  );
  const rows = queued.map(({ id }) => ({
    rowId: id,
    stampNumber: 1,
    documentRef: `cfdi:${id}`,
  }));
  const nodes = await nodesOfRun((tx) => saveSealed(tx, rows));
  const removed = nodes.map((node) => node['Rows Removed by Join Filter'] ?? 0);
  expect(Math.max(...removed)).toBe(0);
  const saved = await service.rows(`select from payroll_rows where document_ref = 'cfdi:' || id`);
  expect(saved).toHaveLength(batch);
});

it('reads the next of a roster without reading the whole of it', async () => {
  const run = {
    id: runId,
    employeeIds: null,
    paymentFrequency: '04',
    periodStartedOn: '2026-06-01',
    periodEndedOn: '2026-06-15',
  };
  const nodes = await nodesOfRun((tx) =>
    nextEmployees(tx, run, { lane: 1, lanes: 3 }, undefined, batch),
  );
  const read = nodes.map(
    (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
  );
  expect(nodes[0]!['Actual Rows']).toBe(batch);
  expect(Math.max(...read)).toBeLessThan(many / 4);
});
