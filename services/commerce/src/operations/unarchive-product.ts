import type { commerce } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { productChanged, productMessage } from '../store/product-changed';
import { Product, productResource } from '../store/products';

/** Idempotent. The product kept its fields, its sku and its code, so nothing is judged again. */
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
