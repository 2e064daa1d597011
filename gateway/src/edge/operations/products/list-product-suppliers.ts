import { identifier, pageOf, productSupplier } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listProductSuppliers = operation({
  id: 'listProductSuppliers',
  area: 'products',
  method: 'GET',
  path: '/v1/products/{productId}/suppliers',
  summary: { en: 'List the suppliers of a product', es: 'Listar los proveedores de un producto' },
  description: {
    en: 'Suppliers with the cost and lead time of each; one may be preferred.',
    es: 'Los proveedores con el costo y el plazo de entrega de cada uno; uno puede ser el preferido.',
  },
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
