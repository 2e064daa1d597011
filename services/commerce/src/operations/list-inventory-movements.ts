import type { commerce } from '@timbre/contract';
import { byIdentifier, query } from '@timbre/kit';
import { movementList } from '../store/inventory';
import { Product, productResource } from '../store/products';

export const listInventoryMovements = query(
  async (read, request: commerce.ListInventoryMovementsRequest) => {
    const { productId, locationId, page } = request;
    const product = await read.get(Product, productId, productResource.name);
    return read.page(movementList, page, [
      ...byIdentifier('r.product_id', product.id),
      ...byIdentifier('r.location_id', locationId),
    ]);
  },
);
