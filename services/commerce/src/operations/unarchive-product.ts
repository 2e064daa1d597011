import type { commerce } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { productChanged, productMessage } from '../store/product-changed';
import { Product, productResource } from '../store/products';

/**
 * Makes a product active again. The operation is idempotent. No rule is checked, because the
 * archived product kept its fields, its sku and its code.
 */
export const unarchiveProduct = command(
  async (tx, { productId }: commerce.UnarchiveProductRequest) => {
    const product = await tx.lock(Product, productId, productResource.name);
    if (!product.active) {
      product.active = true;
      product.updatedAt = tx.now;
      tx.emit(() => productChanged(productMessage(product)));
    }
    return replyWith(productResource, productId);
  },
);
