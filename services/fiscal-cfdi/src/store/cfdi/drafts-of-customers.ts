import type { Transaction } from '@timbre/kit';
import { Cfdi } from './cfdi';

const lock = `select id from cfdi where org_id = $1 and customer_id = any($2::uuid[])
  and stage in ('draft', 'rejected') order by id limit $3 for update`;

/**
 * Locks the drafts of the given customers, except drafts that are being stamped, in the order of their
 * identifiers.
 * @returns the locked drafts; undefined if there are more than `max` drafts
 */
export async function lockDraftsOf(
  tx: Transaction,
  customerIds: readonly string[],
  max: number,
): Promise<Cfdi[] | undefined> {
  if (customerIds.length === 0) return [];
  const limit = Number.isFinite(max) ? max + 1 : null;
  const locked = await tx.rows<{ id: string }>(lock, [tx.organizationId, customerIds, limit]);
  if (locked.length > max) return undefined;
  if (locked.length === 0) return [];
  const em = await tx.entityManager();
  const id = { $in: locked.map((row) => row.id) };
  return em.find(Cfdi, { organizationId: tx.organizationId, id }, { orderBy: { id: 'asc' } });
}
