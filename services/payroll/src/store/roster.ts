import { byName, nilUuid, unestimated, type Transaction } from '@timbre/kit';
import type { PayrollRun } from './payroll-runs';

type Roster = Pick<
  PayrollRun,
  'id' | 'employeeIds' | 'paymentFrequency' | 'periodStartedOn' | 'periodEndedOn'
>;

/**
 * A partition of a roster, which consists of the identifiers whose last byte belongs to the partition.
 */
export interface Partition {
  readonly index: number;
  readonly count: number;
}

/**
 * SQL conditions for the employees of a run: selected employees, or all employees of its frequency in the
 * period.
 */
const chosen = 'e.id = any(:employeeIds::uuid[])';
const employed = `e.payment_frequency = :paymentFrequency
    and (e.employment_started_on is null or e.employment_started_on <= :periodEndedOn)
    and (e.employment_ended_on is null or e.employment_ended_on >= :periodStartedOn)`;

function memberOf(run: Roster): { condition: string; values: Record<string, unknown> } {
  const { employeeIds, paymentFrequency, periodStartedOn, periodEndedOn } = run;
  if (employeeIds) return { condition: chosen, values: { employeeIds } };
  return { condition: employed, values: { paymentFrequency, periodStartedOn, periodEndedOn } };
}

/**
 * SQL that selects the employees in the roster and the employees who already have a row in the run.
 * The parameter `bound` limits the roster query and the row query separately, so that each query
 * uses its own index and reads only the necessary rows.
 */
function rosterSql(condition: string, bound: (id: string) => string): string {
  return `(select e.id from employees e where e.org_id = :org and ${condition} ${bound('e.id')})
    union
    (select r.employee_id from payroll_rows r
      where r.org_id = :org and r.run_id = :runId and r.state <> 'canceled' ${bound('r.employee_id')})`;
}

/** Reads the next employees of a partition, sorted by identifier. */
export async function nextEmployees(
  tx: Transaction,
  run: Roster,
  { index, count }: Partition,
  afterEmployeeId: string | undefined,
  limit: number,
): Promise<string[]> {
  const { condition, values } = memberOf(run);
  const isMine = (id: string) =>
    unestimated(`get_byte(uuid_send(${id}), 15) % ${count} = :index::int`);
  const bound = (id: string) =>
    `and ${id} > :after::uuid and ${isMine(id)} order by ${id} limit ${limit}`;
  const rows = await tx.rows<{ id: string }>(
    ...byName(`select id from (${rosterSql(condition, bound)}) roster order by id limit ${limit}`, {
      ...values,
      org: tx.organizationId,
      runId: run.id,
      after: afterEmployeeId ?? nilUuid,
      index,
    }),
  );
  return rows.map((row) => row.id);
}

export async function countEmployees(tx: Transaction, run: Roster): Promise<number> {
  const { condition, values } = memberOf(run);
  const [row] = await tx.rows<{ count: number }>(
    ...byName(`select count(*)::int as count from (${rosterSql(condition, () => '')}) roster`, {
      ...values,
      org: tx.organizationId,
      runId: run.id,
    }),
  );
  return row?.count ?? 0;
}

/** Returns those of the given identifiers that belong to employees of the organization. */
export async function knownEmployees(tx: Transaction, ids: string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    'select id from employees where org_id = $1 and id = any($2::uuid[])',
    [tx.organizationId, ids],
  );
  return rows.map((row) => row.id);
}
