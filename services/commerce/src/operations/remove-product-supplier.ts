import type { commerce } from '@timbre/contract';
import { command, isIdentifier, notFound, replyValue } from '@timbre/kit';
import { ProductSupplier, productSupplierResource } from '../store/product-suppliers';
import { Product, productResource } from '../store/products';

export const removeProductSupplier = command(
  async (tx, request: commerce.RemoveProductSupplierRequest) => {
    const { contactId } = request;
    const { id: productId } = await tx.lock(Product, request.productId, productResource.name);
    const supplier = isIdentifier(contactId)
      ? await tx.findBy(ProductSupplier, { productId, contactId })
      : undefined;
    if (!supplier) throw notFound(productSupplierResource.name);
    await tx.remove(supplier);
    return replyValue({ contactId: supplier.contactId, deleted: true });
  },
);
