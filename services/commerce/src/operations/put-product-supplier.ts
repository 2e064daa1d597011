import type { commerce } from '@timbre/contract';
import { command, isIdentifier, notFound, replyWith, type Transaction } from '@timbre/kit';
import { ProductSupplier, productSupplierResource } from '../store/product-suppliers';
import { Product, productResource } from '../store/products';

/** Adds the supplier or replaces its fields. A new preferred one takes the mark from the former. */
export const putProductSupplier = command(
  async (tx, request: commerce.PutProductSupplierRequest) => {
    // Suppliers of one product wait for each other: the mark belongs to at most one of them.
    const { id: productId } = await tx.lock(Product, request.productId, productResource.name);
    const contactId = await lockSupplier(tx, request.contactId);
    const { supplierSku = null, cost = null, leadTimeDays = null, preferred } = request;
    const known = await tx.findBy(ProductSupplier, { productId, contactId });
    if (preferred) await clearPreferred(tx, productId, contactId);
    const values = { supplierSku, cost, leadTimeDays, preferred, updatedAt: tx.now };
    if (known) Object.assign(known, values);
    const added = { ...values, productId, contactId, version: 1, createdAt: tx.now };
    return replyWith(productSupplierResource, known?.id ?? tx.add(ProductSupplier, added));
  },
);

/** Keeps the contact from being deleted until the commit. @throws Refusal not_found */
async function lockSupplier(tx: Transaction, contactId: string): Promise<string> {
  const [supplier] = isIdentifier(contactId)
    ? await tx.rows<{ id: string }>(
        `select id from contacts where org_id = $1 and id = $2 and kind = 'supplier' for key share`,
        [tx.organizationId, contactId],
      )
    : [];
  if (!supplier) throw notFound('supplier');
  return supplier.id;
}

async function clearPreferred(tx: Transaction, productId: string, exceptContactId: string) {
  await tx.rows(
    `update product_suppliers set preferred = false, version = version + 1, updated_at = $3
     where org_id = $1 and product_id = $2 and preferred and contact_id <> $4`,
    [tx.organizationId, productId, tx.now, exceptContactId],
  );
}
