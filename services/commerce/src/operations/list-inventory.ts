import type { commerce } from '@timbre/contract';
import { byIdentifier, query } from '@timbre/kit';
import { inventoryList } from '../store/inventory';

/** Lists stock levels. An unknown product or location has no stock levels, so the list is empty. */
export const listInventory = query((read, request: commerce.ListInventoryRequest) => {
  const { page, productId, locationId, stockStatus } = request;
  const filters = [
    ...byIdentifier('r.product_id', productId),
    ...byIdentifier('r.location_id', locationId),
  ];
  if (stockStatus !== undefined) {
    filters.push(['r.is_available = $1', stockStatus === 'available']);
  }
  return read.page(inventoryList, page, filters);
});
