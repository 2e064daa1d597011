import { z } from 'zod';
import { operation } from '../operation';

export const revokeCollectionFeed = operation({
  id: 'revokeCollectionFeed',
  area: 'accounts',
  method: 'DELETE',
  path: '/v1/accounts/collection-calendar/feed',
  summary: 'Revoke the calendar feed of collections',
  description: 'The address stops working; createCollectionFeed makes a new one.',
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
