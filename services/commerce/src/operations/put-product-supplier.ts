import type { commerce } from '@timbre/contract';
import { command, notFound, replyWith } from '@timbre/kit';
import { keepPartner } from '../store/contacts';
import {
  clearPreferred,
  ProductSupplier,
  productSupplierResource,
} from '../store/product-suppliers';
import { Product, productResource } from '../store/products';

/** Adds a supplier to a product, or replaces its fields. A new preferred supplier replaces the former one. */
export const putProductSupplier = command(
  async (tx, request: commerce.PutProductSupplierRequest) => {
    // The product is locked, because at most one of its suppliers is preferred.
    const { id: productId } = await tx.lock(Product, request.productId, productResource.name);
    const supplier = await keepPartner(tx, 'supplier', request.contactId);
    if (!supplier) throw notFound('supplier');
    const contactId = supplier.id;
    const { supplierSku = null, cost = null, leadTimeDays = null, preferred } = request;
    const known = await tx.findBy(ProductSupplier, { productId, contactId });
    if (preferred) await clearPreferred(tx, productId, contactId);
    const values = { supplierSku, cost, leadTimeDays, preferred, updatedAt: tx.now };
    if (known) Object.assign(known, values);
    const added = { ...values, productId, contactId, version: 1, createdAt: tx.now };
    return replyWith(productSupplierResource, known?.id ?? tx.add(ProductSupplier, added));
  },
);
