import { audit, command, replyWith, type Transaction } from '@timbre/kit';
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
