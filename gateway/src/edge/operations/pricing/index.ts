import { deletePriceOverride } from './delete-price-override';
import { listPriceOverrides } from './list-price-overrides';
import { putPriceOverride } from './put-price-override';
import { resolvePrice } from './resolve-price';

export const pricing = [deletePriceOverride, listPriceOverrides, putPriceOverride, resolvePrice];
