import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';
import { Cfdi } from './cfdi';

/** Locks the drafts for a customer that are not being stamped. */
export async function lockDraftsOf(tx: Transaction, customerId: string): Promise<Cfdi[]> {
  const em = await tx.entityManager();
  return em.find(
    Cfdi,
    { organizationId: tx.organizationId, customerId, stage: { $in: ['draft', 'rejected'] } },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
}
