import { callContext } from '@timbre/testkit';
import type { CallContext, Transaction } from '@timbre/kit';
import { calculatePayrollRun } from '../src/operations/calculate-payroll-run';
import { saveSealed } from '../src/store/sealed-rows';
import { addEmployee, addRun, deliver, startPayroll, type PayrollRuntime } from './payroll';

let service: PayrollRuntime;
let context: CallContext;
let rowIds: string[];

/** Many rows are analyzed while none of them is queued, as on any day; then a batch of them is. */
beforeAll(async () => {
  service = await startPayroll();
  context = callContext();
  await addEmployee(service, context);
  const runId = await addRun(service, context);
  await service.answer(calculatePayrollRun, context, { runId });
  await deliver(service, context);
  const own = { id: 'gen_random_uuid()', employee_id: 'gen_random_uuid()', state: "'stamping'" };
  const columns = await service.rows<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'payroll_rows'`,
  );
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => own[name as keyof typeof own] ?? name);
  await service.rows(`insert into payroll_rows (${names.join(', ')})
    select ${values.join(', ')} from payroll_rows, generate_series(1, 20000)`);
  await service.rows('analyze payroll_rows');
  const queued = await service.rows<{ id: string }>(
    `update payroll_rows set state = 'queued', stamp_number = 1 where id in
       (select id from payroll_rows where state = 'stamping' limit 250) returning id`,
  );
  rowIds = queued.map(({ id }) => id);
});
afterAll(() => service.close());

interface Node {
  'Node Type': string;
  'Rows Removed by Join Filter'?: number;
  Plans?: Node[];
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

it('saves a batch of sealed rows without comparing each with each', async () => {
  const rows = rowIds.map((rowId) => ({ rowId, stampNumber: 1, documentRef: `cfdi:${rowId}` }));
  let plan: Node | undefined;
  const bulk = async (text: string, values: unknown[]) => {
    plan = await explained(text, values);
    return [];
  };
  const { organizationId } = context;
  await saveSealed({ organizationId, now: new Date(), bulk } as unknown as Transaction, rows);
  const removed = nodesOf(plan!).map((node) => node['Rows Removed by Join Filter'] ?? 0);
  expect(Math.max(...removed)).toBe(0);
  const moved = await service.rows(`select from payroll_rows where document_ref = 'cfdi:' || id`);
  expect(moved).toHaveLength(rows.length);
});

/** Runs it as the service does, planned for its values. */
async function explained(text: string, values: unknown[]): Promise<Node> {
  const client = await service.runtime.pool.connect();
  try {
    await client.query(`select set_config('app.org_id', $1, false)`, [context.organizationId]);
    const asked = `explain (analyze, timing off, format json) ${text}`;
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(asked, values);
    return rows[0]!['QUERY PLAN'][0]!.Plan;
  } finally {
    client.release(true);
  }
}
