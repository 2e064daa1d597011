import { audit, command, conflict, replyValue, replyWith, type Transaction } from '@timbre/kit';
import { revokeAll } from '../store/credentials';
import { removeMembers } from '../store/members';
import {
  lockOrganization,
  organizationEvent,
  organizationResource,
  type Organization,
} from '../store/organizations';

/**
 * Archives the organization. An archived organization's data cannot be changed. If the organization
 * is already archived, nothing changes.
 */
export const archive = command(async (tx) => {
  const organization = await lockOrganization(tx);
  if (!organization.archivedAt) setArchived(tx, organization, 'archived');
  return replyWith(organizationResource, organization.id);
});

/** Reverses `archive`. */
export const restore = command(async (tx) => {
  const organization = await lockOrganization(tx);
  if (organization.archivedAt) setArchived(tx, organization, 'restored');
  return replyWith(organizationResource, organization.id);
});

/**
 * Deletes an archived organization permanently, with its members, applications and API keys. The
 * other services keep the organization's records, because fiscal records must be kept for years,
 * but nobody can access the records. The possible refusal is conflict (organization_active).
 *
 * - organization_active: only an archived organization can be deleted; archive it first
 */
export const end = command(async (tx) => {
  const organization = await lockOrganization(tx);
  if (!organization.archivedAt) {
    throw conflict('Only an archived organization is deleted.', 'organization_active');
  }
  organization.deletedAt = tx.now;
  organization.updatedAt = tx.now;
  // The deletion is flushed first, because only a deleted organization may lose its last owner.
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
