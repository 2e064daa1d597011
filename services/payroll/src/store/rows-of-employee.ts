import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';
import { PayrollRow } from './payroll-rows';

/** The rows of an employee that are with a provider or still open, locked. */
export async function lockRowsOf(tx: Transaction, employeeId: string): Promise<PayrollRow[]> {
  const em = await tx.entityManager();
  const state = { $in: ['ready', 'needs_attention', 'rejected', 'queued', 'stamping'] } as const;
  const where = { organizationId: tx.organizationId, employeeId, state };
  return em.find(PayrollRow, where as never, { lockMode: LockMode.PESSIMISTIC_WRITE });
}
