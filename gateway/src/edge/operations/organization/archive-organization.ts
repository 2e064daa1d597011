import { organization } from '@timbre/api';
import { requireOwner } from '../../../identity';
import { operation } from '../operation';

export const archiveOrganization = operation({
  id: 'archiveOrganization',
  area: 'organization',
  method: 'POST',
  path: '/v1/organization/archive',
  summary: { en: 'Archive the organization', es: 'Archivar la organización' },
  description: {
    en: 'Everything can still be read and exported; every other write is refused with 409 organization_archived until the organization is restored. Stamps in progress finish. Keys, members and events stay.',
    es: 'Todo se puede seguir consultando y exportando; cualquier otra escritura se rechaza con 409 organization_archived hasta que la organización se restaure. Los timbrados en curso terminan. Las llaves, los miembros y los eventos se conservan.',
  },
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
