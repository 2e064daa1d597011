import type { commerce } from '@timbre/contract';
import { isIdentifier, nilUuid, query } from '@timbre/kit';
import { movementList } from '../store/inventory';
import { Product, productResource } from '../store/products';

export const listInventoryMovements = query(
  async (read, request: commerce.ListInventoryMovementsRequest) => {
    const { productId, locationId, page } = request;
    const product = await read.get(Product, productId, productResource.name);
    const filters: [string, unknown][] = [['r.product_id = $1::uuid', product.id]];
    if (locationId !== undefined) {
      filters.push(['r.location_id = $1::uuid', isIdentifier(locationId) ? locationId : nilUuid]);
    }
    return read.page(movementList, page, filters);
  },
);
