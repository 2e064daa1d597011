import type { Transaction } from '@timbre/kit';
import type { PayrollRun } from './payroll-runs';

/** Whom a run pays: chosen by name, or everybody of its frequency employed in the period; besides,
 * whoever has a row in it already. */
const roster = `select e.id from employees e
    where e.org_id = ?
      and case when ?::uuid[] is null then e.payment_frequency = ?
        and (e.employment_started_on is null or e.employment_started_on <= ?)
        and (e.employment_ended_on is null or e.employment_ended_on >= ?)
      else e.id = any(?::uuid[]) end
  union
  select r.employee_id from payroll_rows r where r.org_id = ? and r.run_id = ?`;

function valuesOf(tx: Transaction, run: PayrollRun): unknown[] {
  const chosen = run.employeeIds ? `{${run.employeeIds.join(',')}}` : null;
  const { paymentFrequency, periodStartedOn, periodEndedOn } = run;
  const employed = [paymentFrequency, periodEndedOn, periodStartedOn];
  return [tx.organizationId, chosen, ...employed, chosen, tx.organizationId, run.id];
}

/** The next employees of a run in the order of their identifiers. */
export async function nextEmployees(
  tx: Transaction,
  run: PayrollRun,
  afterEmployeeId: string | undefined,
  limit: number,
): Promise<string[]> {
  const after = afterEmployeeId ?? '00000000-0000-0000-0000-000000000000';
  const rows = await tx.execute<{ id: string }>(
    `select id from (${roster}) roster where id > ?::uuid order by id limit ${limit}`,
    [...valuesOf(tx, run), after],
  );
  return rows.map((row) => row.id);
}

export async function countEmployees(tx: Transaction, run: PayrollRun): Promise<number> {
  const sql = `select count(*)::int as count from (${roster}) roster`;
  const [row] = await tx.execute<{ count: number }>(sql, valuesOf(tx, run));
  return row?.count ?? 0;
}

/** Those of the identifiers that are employees of the organization. */
export async function knownEmployees(tx: Transaction, ids: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(
    'select id from employees where org_id = ? and id = any(?::uuid[])',
    [tx.organizationId, `{${ids.join(',')}}`],
  );
  return rows.map((row) => row.id);
}
