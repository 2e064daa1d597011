import { audit, createRun, type CallContext, type Runtime } from '@timbre/kit';
import { isOwner } from '../store/members';
import { lockOrganization } from '../store/organizations';
import { forbidden } from './require-permissions';

/** Whether an organization demands a second factor, as an owner or an operator sets it. */
interface Demand {
  isDemanded: boolean;
  /** The owner who sets it; undefined for an operator. */
  ownerId?: string;
}

/**
 * Sets whether members give consent in the organization only with a second factor.
 * @throws Refusal forbidden (owner_only)
 */
export async function demandSecondFactor(
  runtime: Runtime,
  context: CallContext,
  { isDemanded, ownerId }: Demand,
): Promise<void> {
  await createRun(runtime, context).step(async (tx) => {
    const stored = await lockOrganization(tx);
    if (ownerId !== undefined && !(await isOwner(tx, ownerId)))
      throw forbidden('Only an owner of the organization may do this.', 'owner_only');
    if (stored.demandsSecondFactor === isDemanded) return;
    const before = { demandsSecondFactor: !isDemanded };
    stored.demandsSecondFactor = isDemanded;
    stored.updatedAt = tx.now;
    const after = { demandsSecondFactor: isDemanded };
    audit(tx, { action: 'organization.changed', subjectId: stored.id, before, after });
  });
}
