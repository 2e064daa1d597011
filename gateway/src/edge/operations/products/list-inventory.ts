import { inventoryFilters, inventoryLevel, pageOf } from '@timbre/api';
import { pageRequest } from '../../messages/page';
import { operation } from '../operation';

export const listInventory = operation({
  id: 'listInventory',
  area: 'products',
  method: 'GET',
  path: '/v1/inventory',
  summary: {
    en: 'List the stock of products by location',
    es: 'Listar las existencias de productos por sucursal',
  },
  description: {
    en: 'Stock by product and location, with the available quantity.',
    es: 'Las existencias por producto y sucursal, con la cantidad disponible.',
  },
  permissions: ['products:read'],
  environments: 'both',
  isIdempotent: false,
  success: 200,
  query: pageOf(inventoryFilters),
  response: inventoryLevel,
  isList: true,
  tool: 'get_inventory',
  call: async ({ services }, { query }, context) => {
    const { productId, locationId, stockStatus } = query;
    const request = { page: pageRequest(query), productId, locationId, stockStatus };
    return (await services.commerce.listInventory(request, context)).body;
  },
});
