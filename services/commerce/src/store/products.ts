import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { product } from '@timbre/api';
import { fold } from '@timbre/fiscal';
import {
  absent,
  instant,
  json,
  number,
  object,
  resource,
  type Answer,
  type List,
} from '@timbre/kit';
import type { commerce } from '@timbre/contract';

/** A product or service; `version` counts its changes and is part of its events. */
export const Product = defineEntity({
  name: 'Product',
  tableName: 'products',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    active: p.boolean(),
    description: p.text(),
    price: p.decimal(),
    sku: p.text().nullable(),
    code: p.text().nullable(),
    quantityDiscounts: p.json<commerce.QuantityDiscount[]>().nullable(),
    taxIncluded: p.boolean().nullable(),
    taxRate: p.decimal().nullable(),
    taxability: p.text().nullable(),
    taxExemptReason: p.text().nullable(),
    satProductCode: p.text().nullable(),
    satUnitCode: p.text().nullable(),
    searchText: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Product = InferEntity<typeof Product>;

type Shape = Answer<typeof product>;
type Discount = NonNullable<Shape['quantityDiscounts']>[number];

/** Decimals are text inside the JSON document, so that they stay exact; answers show numbers. */
const quantityDiscount = object<Discount>({
  minQuantity: number(`(d.entry->>'minQuantity')::numeric`),
  percentage: number(`(d.entry->>'percentage')::numeric`),
});

const quantityDiscounts = json<
  Discount[]
>(`(select json_agg(${quantityDiscount} order by d.position)
  from jsonb_array_elements(r.quantity_discounts) with ordinality d (entry, position))`);

export const productResource = resource<Shape>('product', 'products', {
  productId: 'r.id',
  description: 'r.description',
  active: 'r.active',
  price: number('r.price'),
  sku: 'r.sku',
  code: 'r.code',
  quantityDiscounts,
  taxIncluded: 'r.tax_included',
  taxRate: number('r.tax_rate'),
  taxability: 'r.taxability',
  taxExemptReason: 'r.tax_exempt_reason',
  satProductCode: 'r.sat_product_code',
  satUnitCode: 'r.sat_unit_code',
  stock: absent,
  stockStatus: absent,
  updatedAt: instant('r.updated_at'),
});

export const productList: List = {
  name: 'products',
  resource: productResource,
  searchColumn: 'r.search_text',
  dateColumn: `(r.created_at at time zone 'UTC')::date`,
};

type Searched = { [Name in 'description' | 'sku' | 'code']?: string | null | undefined };

/** The text that `query` searches. */
export function productSearchText({ description, sku, code }: Searched): string {
  return fold([description, sku, code].filter(Boolean).join(' '));
}

/** The fields of a message as entity values; an empty list of discounts becomes null. */
export function productValues({ quantityDiscounts, ...fields }: commerce.ProductFields) {
  const entries = quantityDiscounts?.entries;
  return { ...fields, quantityDiscounts: entries?.length === 0 ? null : entries };
}
