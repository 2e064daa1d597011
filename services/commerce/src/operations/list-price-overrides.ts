import type { commerce } from '@timbre/contract';
import { isIdentifier, nilUuid, query } from '@timbre/kit';
import { priceOverrideList } from '../store/price-overrides';

export const listPriceOverrides = query((read, request: commerce.ListPriceOverridesRequest) => {
  const { page, productId, customerId, locationId } = request;
  const named = [
    ['r.product_id', productId],
    ['r.customer_id', customerId],
    ['r.location_id', locationId],
  ] as const;
  const filters = named.flatMap(([column, id]): [string, unknown][] =>
    id === undefined ? [] : [[`${column} = $1::uuid`, isIdentifier(id) ? id : nilUuid]],
  );
  return read.page(priceOverrideList, page, filters);
});
