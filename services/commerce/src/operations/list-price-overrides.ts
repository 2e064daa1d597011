import type { commerce } from '@timbre/contract';
import { byIdentifier, query } from '@timbre/kit';
import { priceOverrideList } from '../store/price-overrides';

export const listPriceOverrides = query((read, request: commerce.ListPriceOverridesRequest) => {
  const { page, productId, customerId, locationId } = request;
  return read.page(priceOverrideList, page, [
    ...byIdentifier('r.product_id', productId),
    ...byIdentifier('r.customer_id', customerId),
    ...byIdentifier('r.location_id', locationId),
  ]);
});
