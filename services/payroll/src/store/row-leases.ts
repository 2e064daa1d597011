import type { Transaction } from '@timbre/kit';
import { leaseMs, stampingPerOrganization } from '../domain/stamp-schedule';

/** One claim of an organization at a time, so that its bound is kept. */
const claiming = 740_215;

/** Takes a run's next queued row for this worker; rows that were tried before are the reconciler's.
 * @returns undefined when there is none, or the organization has enough at the stamper */
export async function claimNext(tx: Transaction, runId: string): Promise<string | undefined> {
  if (await isFull(tx)) return undefined;
  const [row] = await tx.execute<{ id: string }>(
    `update payroll_rows set lease_until = ?, version = version + 1
     where org_id = ? and id = (select id from payroll_rows
       where org_id = ? and run_id = ? and state = 'queued' and tries = 0
         and (lease_until is null or lease_until < ?)
       order by id limit 1 for update skip locked)
     returning id`,
    [leaseEnd(tx), tx.organizationId, tx.organizationId, runId, tx.now],
  );
  return row?.id;
}

/** Takes a row that is due: its time has come and nobody has it. */
export async function claimDue(tx: Transaction, rowId: string): Promise<boolean> {
  if (await isFull(tx)) return false;
  const claimed = await tx.execute(
    `update payroll_rows set lease_until = ?, version = version + 1
     where org_id = ? and id = ? and state in ('queued', 'stamping') and next_try_at <= ?
       and (lease_until is null or lease_until < ?)
     returning 1`,
    [leaseEnd(tx), tx.organizationId, rowId, tx.now, tx.now],
  );
  return claimed.length > 0;
}

async function isFull(tx: Transaction): Promise<boolean> {
  await tx.execute('select pg_advisory_xact_lock(?, hashtext(?))', [claiming, tx.organizationId]);
  const [taken] = await tx.execute<{ count: number }>(
    'select count(*)::int as count from payroll_rows where org_id = ? and lease_until >= ?',
    [tx.organizationId, tx.now],
  );
  return (taken?.count ?? 0) >= stampingPerOrganization;
}

const leaseEnd = (tx: Transaction): Date => new Date(tx.now.getTime() + leaseMs);
