import { organization } from '@timbre/api';
import { requireOwner } from '../../../identity/domain/principal';
import { restore } from '../../../identity/operations/archive-organization';
import { operation } from '../operation';

export const restoreOrganization = operation({
  id: 'restoreOrganization',
  area: 'organization',
  method: 'POST',
  path: '/v1/organization/restore',
  summary: 'Restore the organization',
  description: 'Writes are allowed again within five seconds.',
  permissions: ['organization:manage'],
  environments: 'both',
  isIdempotent: true,
  isForArchived: true,
  success: 200,
  response: organization,
  call: async ({ own, forgetPrincipals }, _, context, principal) => {
    requireOwner(principal);
    const restored = await restore.run(own, context, undefined);
    forgetPrincipals(context.organizationId);
    return restored;
  },
});
