import type { commerce } from '@timbre/contract';
import { command, replyWith } from '@timbre/kit';
import { productChanged, productMessage } from '../store/product-changed';
import { Product, productResource } from '../store/products';

/**
 * Archives a product. The operation is idempotent. The product keeps its fields, its sku and its
 * code.
 */
export const archiveProduct = command(async (tx, { productId }: commerce.ArchiveProductRequest) => {
  const product = await tx.lock(Product, productId, productResource.name);
  if (product.active) {
    product.active = false;
    product.updatedAt = tx.now;
    tx.emit(() => productChanged(productMessage(product)));
  }
  return replyWith(productResource, productId);
});
