import { identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const deletePriceOverride = operation({
  id: 'deletePriceOverride',
  area: 'pricing',
  method: 'DELETE',
  path: '/v1/pricing/overrides/{overrideId}',
  summary: { en: 'Delete a price override', es: 'Borrar un precio especial' },
  description: {
    en: 'Then the next rule or the list price applies.',
    es: 'Después decide la regla siguiente, o el precio de lista.',
  },
  permissions: ['pricing:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ overrideId: identifier }),
  response: z.strictObject({ overrideId: z.string().min(1), deleted: z.literal(true) }),
  call: async ({ services }, { params }, context) =>
    (await services.commerce.deletePriceOverride(params, context)).body,
});
