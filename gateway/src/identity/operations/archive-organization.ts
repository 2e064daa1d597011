import { audit, command, conflict, replyValue, replyWith, type Transaction } from '@timbre/kit';
import { revokeAll } from '../store/credentials';
import { removeMembers } from '../store/members';
import {
  lockOrganization,
  organizationEvent,
  organizationResource,
  type Organization,
} from '../store/organizations';

/** From now on nothing in the organization changes; archiving it again changes nothing. */
export const archive = command(async (tx) => {
  const organization = await lockOrganization(tx);
  if (!organization.archivedAt) setArchived(tx, organization, 'archived');
  return replyWith(organizationResource, organization.id);
});

/** Ends `archive`. */
export const restore = command(async (tx) => {
  const organization = await lockOrganization(tx);
  if (organization.archivedAt) setArchived(tx, organization, 'restored');
  return replyWith(organizationResource, organization.id);
});

/**
 * Ends an archived organization for good: its members, applications and keys end with it. The
 * records in the services stay, because fiscal records must be kept for years; they can no longer
 * be reached. Refusals: conflict (organization_active)
 */
export const end = command(async (tx) => {
  const organization = await lockOrganization(tx);
  if (!organization.archivedAt) {
    throw conflict('Only an archived organization is deleted.', 'organization_active');
  }
  organization.deletedAt = tx.now;
  organization.updatedAt = tx.now;
  // The last owner may go only after the organization.
  await (await tx.entityManager()).flush();
  await removeMembers(tx);
  await revokeAll(tx);
  const { id, name } = organization;
  audit(tx, { action: 'organization.deleted', subjectId: id, before: { name } });
  tx.emit(organizationEvent('deleted', organization));
  return replyValue({ organizationId: id, name, deleted: true });
});

function setArchived(
  tx: Transaction,
  organization: Organization,
  happened: 'archived' | 'restored',
): void {
  organization.archivedAt = happened === 'archived' ? tx.now : null;
  organization.updatedAt = tx.now;
  audit(tx, { action: `organization.${happened}`, subjectId: organization.id });
  tx.emit(() => organizationEvent(happened, organization));
}
