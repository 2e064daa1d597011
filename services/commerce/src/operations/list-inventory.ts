import type { commerce } from '@timbre/contract';
import { isIdentifier, nilUuid, query } from '@timbre/kit';
import { inventoryList } from '../store/inventory';

/** An unknown product or location has no stock: the list is empty. */
export const listInventory = query((read, request: commerce.ListInventoryRequest) => {
  const { page, productId, locationId, stockStatus } = request;
  const filters: [string, unknown][] = [];
  const add = (column: string, id: string) =>
    filters.push([`${column} = $1::uuid`, isIdentifier(id) ? id : nilUuid]);
  if (productId !== undefined) add('r.product_id', productId);
  if (locationId !== undefined) add('r.location_id', locationId);
  if (stockStatus !== undefined) {
    filters.push(['r.is_available = $1', stockStatus === 'available']);
  }
  return read.page(inventoryList, page, filters);
});
