import { organization } from '@timbre/api';
import { requireOwner } from '../../../identity';
import { operation } from '../operation';

export const restoreOrganization = operation({
  id: 'restoreOrganization',
  area: 'organization',
  method: 'POST',
  path: '/v1/organization/restore',
  summary: { en: 'Restore the organization', es: 'Restaurar la organización' },
  description: {
    en: 'Writes are allowed again within five seconds.',
    es: 'Se puede escribir de nuevo en menos de cinco segundos.',
  },
  permissions: ['organization:manage'],
  environments: 'both',
  isIdempotent: true,
  isForArchived: true,
  success: 200,
  response: organization,
  call: ({ services }, _, context, principal) => {
    requireOwner(principal);
    return services.identity.restoreOrganization({}, context);
  },
});
