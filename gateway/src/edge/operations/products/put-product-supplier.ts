import { identifier, productSupplier, productSupplierInput } from '@timbre/api';
import { z } from 'zod';
import { operation } from '../operation';

export const putProductSupplier = operation({
  id: 'putProductSupplier',
  area: 'products',
  method: 'PUT',
  path: '/v1/products/{productId}/suppliers/{contactId}',
  summary: 'Set a supplier of a product',
  description:
    'Replaces all fields. A product has at most one preferred supplier: a new one replaces it.',
  permissions: ['products:manage'],
  environments: 'both',
  isIdempotent: true,
  success: 200,
  params: z.strictObject({ productId: identifier, contactId: identifier }),
  body: productSupplierInput,
  response: productSupplier,
  call: async ({ services }, { params, body }, context) =>
    (await services.commerce.putProductSupplier({ ...params, ...body }, context)).body,
});
