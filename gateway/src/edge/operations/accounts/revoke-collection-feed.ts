import { z } from 'zod';
import { operation } from '../operation';

export const revokeCollectionFeed = operation({
  id: 'revokeCollectionFeed',
  area: 'accounts',
  method: 'DELETE',
  path: '/v1/accounts/collection-calendar/feed',
  summary: {
    en: 'Revoke the calendar feed of collections',
    es: 'Revocar la suscripción al calendario de cobranza',
  },
  description: {
    en: 'The address stops working; createCollectionFeed makes a new one.',
    es: 'La dirección deja de servir; createCollectionFeed hace una nueva.',
  },
  permissions: ['receivables:manage'],
  environments: 'both',
  isIdempotent: true,
  changesPower: true,
  success: 200,
  response: z.strictObject({ deleted: z.literal(true) }),
  errors: ['not_found'],
  call: async ({ services }, _, context) =>
    (await services.accounts.revokeCollectionFeed({}, context)).body,
});
