import { identifier, movement, pageOf } from '@timbre/api';
import { z } from 'zod';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listInventoryMovements = operation({
  id: 'listInventoryMovements',
  area: 'products',
  method: 'GET',
  path: '/v1/products/{productId}/inventory-movements',
  summary: {
    en: 'List the inventory movements of a product',
    es: 'Listar los movimientos de inventario de un producto',
  },
  description: {
    en: 'Sales, refunds, adjustments, transfers and goods received.',
    es: 'Ventas, devoluciones, ajustes, traspasos y entradas.',
  },
  permissions: ['products:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  params: z.strictObject({ productId: identifier }),
  query: pageOf({ locationId: identifier.optional() }),
  response: movement,
  isList: true,
  call: async ({ services }, { params, query }, context) =>
    (
      await services.commerce.listInventoryMovements(
        { ...params, locationId: query.locationId, page: pageRequest(query) },
        context,
      )
    ).body,
});
