import { identifier } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const deletePriceOverride = operation({
  id: 'deletePriceOverride',
  area: 'pricing',
  method: 'DELETE',
  path: '/v1/pricing/overrides/{overrideId}',
  summary: 'Delete a price override',
  description: 'Afterwards the next rule decides, or the list price.',
  permissions: ['pricing:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ overrideId: identifier }),
  response: z.strictObject({ overrideId: z.string().min(1), deleted: z.literal(true) }),
  call: async ({ services }, { params }, context) =>
    (await services.commerce.deletePriceOverride(params, context)).body,
});
