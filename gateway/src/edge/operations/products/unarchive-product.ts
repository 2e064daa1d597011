import { identifier, product } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const unarchiveProduct = operation({
  id: 'unarchiveProduct',
  area: 'products',
  method: 'POST',
  path: '/v1/products/{productId}/unarchive',
  summary: 'Unarchive a product',
  description: 'The product can be sold again, with the sku and code that it kept.',
  permissions: ['products:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ productId: identifier }),
  response: product,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.unarchiveProduct(params, context)).body,
});
