import { callContext } from '@timbre/testkit';
import type { CallContext, Transaction } from '@timbre/kit';
import { calculatePayrollRun } from '../src/operations/calculate-payroll-run';
import { nextDueRuns } from '../src/store/due-runs';
import { nextEmployees } from '../src/store/roster';
import { saveSealed } from '../src/store/sealed-rows';
import {
  addEmployee,
  addRun,
  copyRow,
  deliver,
  startPayroll,
  type PayrollRuntime,
} from './payroll';

const many = 20_000;
const batch = 250;

let service: PayrollRuntime;
let context: CallContext;
let runId: string;

/**
 * Inserts the data of a large employer, with many employees and rows, and updates the table statistics.
 */
beforeAll(async () => {
  service = await startPayroll();
  context = callContext();
  await addEmployee(service, context);
  runId = await addRun(service, context);
  await service.answer(calculatePayrollRun, context, { runId });
  await deliver(service, context);
  const id = 'gen_random_uuid()';
  await copyRow(service, 'employees', many, { id, employee_number: "'M-' || n" });
  await copyRow(service, 'payroll_rows', many, { id, employee_id: id, state: "'stamping'" });
  await service.rows('analyze');
});
afterAll(() => service.close());

interface Node {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Returns the number of rows that a node of the query plan has read. */
const readBy = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

/**
 * Executes a statement with the same values as the service, and returns the nodes of its query
 * plan.
 */
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

it('a batch of sealed rows is stored with a query plan that has no quadratic join', async () => {
  // The planner statistics are older than the queued rows.
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

it('the next employees of a roster are read without reading the whole roster', async () => {
  const run = {
    id: runId,
    employeeIds: null,
    paymentFrequency: '04',
    periodStartedOn: '2026-06-01',
    periodEndedOn: '2026-06-15',
  };
  const nodes = await nodesOfRun((tx) =>
    nextEmployees(tx, run, { index: 1, count: 3 }, undefined, batch),
  );
  expect(nodes[0]!['Actual Rows']).toBe(batch);
  expect(Math.max(...nodes.map(readBy))).toBeLessThan(many / 4);
});

it('the query for due runs reads one row of the run and no rows of other runs', async () => {
  await service.rows(`update payroll_runs set state = 'stamping'`);
  await copyRow(service, 'payroll_runs', 1, { id: 'gen_random_uuid()' });
  const readAt = async (nextTryAt: string): Promise<number> => {
    await service.rows('update payroll_rows set next_try_at = $1, lease_until = null', [nextTryAt]);
    await service.rows('vacuum analyze payroll_rows');
    const query = async (text: string, values: unknown[]) => {
      const sql = `explain (analyze, timing off, format json) ${text}`;
      const [row] = await service.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(sql, values);
      return { rows: nodesOf(row!['QUERY PLAN'][0].Plan) };
    };
    const now = new Date('2026-11-21T15:00:00.000Z');
    const nodes = (await nextDueRuns({ query } as never, now, [], 16)) as unknown as Node[];
    return Math.max(...nodes.map(readBy));
  };
  const runs = 2;
  expect(await readAt('2026-11-21T14:00:00.000Z')).toBeLessThanOrEqual(runs);
  expect(await readAt('2026-11-21T16:00:00.000Z')).toBeLessThanOrEqual(runs);
});
