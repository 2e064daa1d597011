import { adjustmentInput, identifier, movement } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const adjustInventory = operation({
  id: 'adjustInventory',
  area: 'products',
  method: 'POST',
  path: '/v1/products/{productId}/inventory-movements',
  summary: 'Adjust the stock of a product',
  description:
    'Adjusts by a difference, or to the counted quantity. Goods received at a unitCost change the average cost.',
  permissions: ['products:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 201,
  params: z.strictObject({ productId: identifier }),
  body: adjustmentInput,
  response: movement,
  call: async ({ services }, { params, body }, context) =>
    (await services.commerce.adjustInventory({ ...params, ...body }, context)).body,
});
