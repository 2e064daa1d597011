import { organization } from '@timbre/api';
import { requireOwner } from '../../../identity';
import { operation } from '../operation';

export const archiveOrganization = operation({
  id: 'archiveOrganization',
  area: 'organization',
  method: 'POST',
  path: '/v1/organization/archive',
  summary: 'Archive the organization',
  description:
    'Everything can still be read and exported; every other write is refused with 409 organization_archived until the organization is restored. Stamps in progress finish. Keys, members and events stay.',
  permissions: ['organization:manage'],
  environments: 'both',
  isIdempotent: true,
  isForArchived: true,
  success: 200,
  response: organization,
  call: ({ services }, _, context, principal) => {
    requireOwner(principal);
    return services.identity.archiveOrganization({}, context);
  },
});
