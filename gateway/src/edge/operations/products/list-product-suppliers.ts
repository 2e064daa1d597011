import { identifier, pageOf, productSupplier } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listProductSuppliers = operation({
  id: 'listProductSuppliers',
  area: 'products',
  method: 'GET',
  path: '/v1/products/{productId}/suppliers',
  summary: 'List the suppliers of a product',
  description: 'Suppliers with the cost and lead time of each; one may be preferred.',
  permissions: ['products:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ productId: identifier }),
  query: pageOf({}),
  response: productSupplier,
  isList: true,
  call: async ({ services }, { params, query }, context) =>
    (await services.commerce.listProductSuppliers({ ...params, page: pageRequest(query) }, context))
      .body,
});
