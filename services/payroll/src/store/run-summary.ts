import { onlyRow, type Transaction } from '@timbre/kit';
import type { RowCounts } from '../domain/states/run-moves';
import type { RowState } from '../domain/states/states';
import type { PayrollRun, StoredTotals } from './payroll-runs';

const amounts = ['gross', 'deductions', 'net', 'isr', 'subsidy', 'imss'] as const;
const summed = amounts.map(
  (name) => `coalesce(sum((totals->>'${name}')::numeric), 0)::float8 as ${name}`,
);

/** Counts the rows of a run by state. */
export async function countRows(tx: Transaction, runId: string): Promise<RowCounts> {
  const rows = await tx.rows<{ state: RowState; count: number }>(
    `select state, count(*)::int as count from payroll_rows
     where org_id = $1 and run_id = $2 group by state`,
    [tx.organizationId, runId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/**
 * Returns the totals of the rows that are not excluded and not canceled. The totals are added up exactly
 * and returned as numbers.
 */
export async function sumRows(tx: Transaction, runId: string): Promise<StoredTotals> {
  const totals = onlyRow(
    await tx.rows<StoredTotals>(
      `select count(*)::int as "receiptCount", ${summed.join(', ')} from payroll_rows
     where org_id = $1 and run_id = $2 and state not in ('excluded', 'canceled')`,
      [tx.organizationId, runId],
    ),
  );
  return totals;
}

/** Locks a run and reads its state. Returns undefined if the run was deleted. */
export async function lockRunState(
  tx: Transaction,
  runId: string,
): Promise<Pick<PayrollRun, 'state' | 'queueing'> | undefined> {
  const [run] = await tx.rows<Pick<PayrollRun, 'state' | 'queueing'>>(
    'select state, queueing from payroll_runs where org_id = $1 and id = $2 for update',
    [tx.organizationId, runId],
  );
  return run;
}

/** Whether rows of a run are queued or being stamped. */
export async function hasBusyRows(tx: Transaction, runId: string): Promise<boolean> {
  const busy = await tx.rows(
    `select 1 from payroll_rows where org_id = $1 and run_id = $2
       and state in ('queued', 'stamping') limit 1`,
    [tx.organizationId, runId],
  );
  return busy.length > 0;
}
