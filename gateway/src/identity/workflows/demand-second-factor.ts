import { audit, createRun, type CallContext, type Runtime } from '@timbre/kit';
import { isOwner } from '../store/members';
import { lockOrganization } from '../store/organizations';
import { forbidden } from './require-permissions';

/** A request to require or no longer require a second factor in an organization. */
interface Demand {
  isDemanded: boolean;
  /** The owner who makes the request; undefined for an operator. */
  ownerId?: string;
}

/**
 * Sets whether members can give consent in the organization only with a second factor.
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
