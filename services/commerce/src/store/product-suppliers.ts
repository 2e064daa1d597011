import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { productSupplier } from '@timbre/api';
import {
  instant,
  integer,
  number,
  resource,
  type Answer,
  type List,
  type Transaction,
} from '@timbre/kit';

/** A supplier of a product, with the supplier's product number and cost. */
export const ProductSupplier = defineEntity({
  name: 'ProductSupplier',
  tableName: 'product_suppliers',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    productId: p.uuid(),
    contactId: p.uuid(),
    supplierSku: p.text().nullable(),
    cost: p.decimal().nullable(),
    leadTimeDays: p.integer().nullable(),
    preferred: p.boolean(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type ProductSupplier = InferEntity<typeof ProductSupplier>;

const legalName = `(select c.legal_name from contacts c
  where c.org_id = r.org_id and c.id = r.contact_id)`;

export const productSupplierResource = resource<Answer<typeof productSupplier>>(
  'supplier of this product',
  'product_suppliers',
  {
    contactId: 'r.contact_id',
    legalName,
    supplierSku: 'r.supplier_sku',
    cost: number('r.cost'),
    leadTimeDays: integer('r.lead_time_days'),
    preferred: 'r.preferred',
    updatedAt: instant('r.updated_at'),
  },
);

export const productSupplierList: List = {
  name: 'product_suppliers',
  resource: productSupplierResource,
  searchColumn: `(select c.search_text from contacts c
    where c.org_id = r.org_id and c.id = r.contact_id)`,
  instantColumn: 'r.created_at',
};

/** Removes the preferred mark from the other suppliers of a product. */
export async function clearPreferred(
  tx: Transaction,
  productId: string,
  exceptContactId: string,
): Promise<void> {
  await tx.rows(
    `update product_suppliers set preferred = false, version = version + 1, updated_at = $3
     where org_id = $1 and product_id = $2 and preferred and contact_id <> $4`,
    [tx.organizationId, productId, tx.now, exceptContactId],
  );
}
