import { audit, command, replyValue } from '@timbre/kit';
import { lockOrganization } from '../store/organizations';
import { isOwner } from '../store/members';
import { forbidden } from '../workflows/require-permissions';

/** Whether an organization demands a second factor, as an owner or an operator sets it. */
interface Demand {
  isDemanded: boolean;
  /** The owner who sets it; undefined for an operator. */
  ownerId?: string;
}

/**
 * Sets whether members give consent in the organization only with a second factor. Refusals:
 * forbidden (owner_only)
 */
export const demandSecondFactor = command(async (tx, { isDemanded, ownerId }: Demand) => {
  const stored = await lockOrganization(tx);
  if (ownerId !== undefined && !(await isOwner(tx, ownerId)))
    throw forbidden('Only an owner demands a second factor.', 'owner_only');
  if (stored.demandsSecondFactor !== isDemanded) {
    const before = { demandsSecondFactor: !isDemanded };
    stored.demandsSecondFactor = isDemanded;
    stored.updatedAt = tx.now;
    const after = { demandsSecondFactor: isDemanded };
    audit(tx, { action: 'organization.changed', subjectId: stored.id, before, after });
  }
  return replyValue({ organizationId: stored.id, demandsSecondFactor: isDemanded });
});
