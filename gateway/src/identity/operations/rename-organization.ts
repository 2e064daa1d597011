import { audit, command, replyWith } from '@timbre/kit';
import { lockOrganization, organizationEvent, organizationResource } from '../store/organizations';

export const renameOrganization = command(async (tx, { name }: { name: string }) => {
  const stored = await lockOrganization(tx);
  if (stored.name !== name) {
    const before = { name: stored.name };
    stored.name = name;
    stored.updatedAt = tx.now;
    const subjectId = stored.id;
    audit(tx, { action: 'organization.changed', subjectId, before, after: { name } });
    tx.emit(() => organizationEvent('changed', stored));
  }
  return replyWith(organizationResource, stored.id);
});
