import { LockMode } from '@mikro-orm/postgresql';
import { isIdentifier, type Transaction } from '@timbre/kit';
import { PayrollRow } from './payroll-rows';

/**
 * Locks the employee of a row, if the row and the employee exist. Locks are taken in this order:
 * employee, run, rows.
 */
export async function lockEmployeeOf(tx: Transaction, rowId: string): Promise<void> {
  if (!isIdentifier(rowId)) return;
  await tx.rows(
    `select 1 from payroll_rows r join employees e on e.org_id = r.org_id and e.id = r.employee_id
     where r.org_id = $1 and r.id = $2 for update of e`,
    [tx.organizationId, rowId],
  );
}

/**
 * Locks and returns the open and stamping rows of an employee, sorted by identifier.
 */
export async function lockRowsOf(tx: Transaction, employeeId: string): Promise<PayrollRow[]> {
  const em = await tx.entityManager();
  const state = { $in: ['ready', 'needs_attention', 'rejected', 'queued', 'stamping'] } as const;
  const where = { organizationId: tx.organizationId, employeeId, state };
  // The type that the ORM uses for conditions on an enum column does not accept a readonly list.
  return em.find(PayrollRow, where as never, {
    orderBy: { id: 'asc' },
    lockMode: LockMode.PESSIMISTIC_WRITE,
  });
}
