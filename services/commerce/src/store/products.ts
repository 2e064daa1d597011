import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { product } from '@timbre/api';
import { fold } from '@timbre/fiscal';
import {
  code,
  entriesOf,
  entryNumber,
  flag,
  instant,
  json,
  number,
  object,
  resource,
  text,
  type Answer,
  type List,
} from '@timbre/kit';
import type { common, commerce } from '@timbre/contract';

/** A product or service; `version` increases with each change and is part of the events. */
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
    unitName: p.text().nullable(),
    activity: p.text().nullable(),
    withholdings: p.json<common.ItemWithholding[]>().nullable(),
    taxes: p.json<common.ItemTax[]>().nullable(),
    taxObject: p.text().nullable(),
    propertyTaxAccounts: p.json<string[]>().nullable(),
    customsNumbers: p.json<string[]>().nullable(),
    thirdParty: p.json<common.ThirdParty>().nullable(),
    searchText: p.text(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type Product = InferEntity<typeof Product>;

type Shape = Answer<typeof product>;
type Discount = NonNullable<Shape['quantityDiscounts']>[number];
type Withholding = NonNullable<Shape['withholdings']>[number];
type Tax = NonNullable<Shape['taxes']>[number];

const quantityDiscount = object<Discount>({
  minQuantity: entryNumber('minQuantity'),
  percentage: entryNumber('percentage'),
});

const withholding = object<Withholding>({
  type: text(`e.entry->>'type'`),
  rate: entryNumber('rate'),
});

const tax = object<Tax>({
  type: text(`e.entry->>'type'`),
  factor: text(`e.entry->>'factor'`),
  rate: entryNumber('rate'),
  quantityPerUnit: entryNumber('quantityPerUnit'),
});

/**
 * SQL of the stock at active locations; null for a product without movements, whose stock is not
 * tracked.
 */
const stock = `select sum(l.stock) as stock from inventory_levels l
  join locations o on o.org_id = l.org_id and o.id = l.location_id and o.active
  where l.org_id = r.org_id and l.product_id = r.id`;

export const productResource = resource<Shape>(
  'product',
  'products',
  {
    productId: code('r.id'),
    description: text('r.description'),
    active: flag('r.active'),
    price: number('r.price'),
    sku: text('r.sku'),
    code: text('r.code'),
    quantityDiscounts: entriesOf('r.quantity_discounts', quantityDiscount),
    taxIncluded: flag('r.tax_included'),
    taxRate: number('r.tax_rate'),
    taxability: text('r.taxability'),
    taxExemptReason: text('r.tax_exempt_reason'),
    satProductCode: text('r.sat_product_code'),
    satUnitCode: text('r.sat_unit_code'),
    unitName: text('r.unit_name'),
    activity: text('r.activity'),
    withholdings: entriesOf('r.withholdings', withholding),
    taxes: entriesOf('r.taxes', tax),
    taxObject: text('r.tax_object'),
    propertyTaxAccounts: json('r.property_tax_accounts'),
    customsNumbers: json('r.customs_numbers'),
    thirdParty: json('r.third_party'),
    stock: number('s.stock'),
    stockStatus: code(
      `case when s.stock > 0 then 'available' when s.stock <= 0 then 'out_of_stock' end`,
    ),
    updatedAt: instant('r.updated_at'),
  },
  `from (${stock}) s`,
);

export const productList: List = {
  name: 'products',
  resource: productResource,
  searchColumn: 'r.search_text',
  isSearchIndexed: true,
  instantColumn: 'r.created_at',
};

type Searched = { [Name in 'description' | 'sku' | 'code']?: string | null | undefined };

/** Returns the text in which `query` searches for products. */
export function productSearchText({ description, sku, code }: Searched): string {
  return fold([description, sku, code].filter(Boolean).join(' '));
}

/** Converts the fields of a proto message to values of the entity; an empty list becomes null. */
export function productValues(fields: commerce.ProductFields) {
  return {
    ...fields,
    quantityDiscounts: listOf(fields.quantityDiscounts),
    withholdings: listOf(fields.withholdings),
    taxes: listOf(fields.taxes),
    propertyTaxAccounts: listOf(fields.propertyTaxAccounts),
    customsNumbers: listOf(fields.customsNumbers),
  };
}

const listOf = <Entry>(list: { entries: Entry[] } | undefined): Entry[] | null | undefined =>
  list?.entries.length === 0 ? null : list?.entries;
