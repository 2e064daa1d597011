import { identifier, product } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const unarchiveProduct = operation({
  id: 'unarchiveProduct',
  area: 'products',
  method: 'POST',
  path: '/v1/products/{productId}/unarchive',
  summary: { en: 'Unarchive a product', es: 'Desarchivar un producto' },
  description: {
    en: 'The product can be sold again, with the sku and code that it kept.',
    es: 'El producto se puede vender de nuevo, con el sku y el código que conservó.',
  },
  permissions: ['products:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ productId: identifier }),
  response: product,
  call: async ({ services }, { params }, context) =>
    (await services.commerce.unarchiveProduct(params, context)).body,
});
