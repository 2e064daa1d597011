import type { commerce } from '@timbre/contract';
import { command, notFound, replyWith } from '@timbre/kit';
import { keepPartner } from '../store/contacts';
import {
  clearPreferred,
  ProductSupplier,
  productSupplierResource,
} from '../store/product-suppliers';
import { Product, productResource } from '../store/products';

/**
 * Adds a supplier to a product, or replaces the supplier's fields. If the supplier is preferred,
 * the former preferred supplier is no longer preferred.
 */
export const putProductSupplier = command(
  async (tx, request: commerce.PutProductSupplierRequest) => {
    // The product is locked, so that two requests cannot both mark a supplier as preferred.
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
