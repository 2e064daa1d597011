import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import type { priceOverride } from '@timbre/api';
import type { commerce } from '@timbre/contract';
import {
  columnsOf,
  instant,
  number,
  resource,
  onlyRow,
  type Answer,
  type List,
  type Reader,
  type Transaction,
} from '@timbre/kit';
import type { PriceRule } from '../domain/price';

/** A price for a customer, a location or both; `version` increases with each change. */
export const PriceOverride = defineEntity({
  name: 'PriceOverride',
  tableName: 'price_overrides',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    version: p.integer().version(),
    productId: p.uuid(),
    customerId: p.uuid().nullable(),
    locationId: p.uuid().nullable(),
    price: p.decimal().nullable(),
    percentage: p.decimal().nullable(),
    taxIncluded: p.boolean().nullable(),
    validFrom: p.date().nullable(),
    validTo: p.date().nullable(),
    minQuantity: p.decimal().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

export type PriceOverride = InferEntity<typeof PriceOverride>;

export const priceOverrideResource = resource<Answer<typeof priceOverride>>(
  'price override',
  'price_overrides',
  {
    overrideId: 'r.id',
    productId: 'r.product_id',
    customerId: 'r.customer_id',
    locationId: 'r.location_id',
    price: number('r.price'),
    percentage: number('r.percentage'),
    taxIncluded: 'r.tax_included',
    validFrom: 'r.valid_from',
    validTo: 'r.valid_to',
    minQuantity: number('r.min_quantity'),
    updatedAt: instant('r.updated_at'),
  },
);

export const priceOverrideList: List = {
  name: 'price_overrides',
  resource: priceOverrideResource,
  searchColumn: `(select p.search_text from products p
    where p.org_id = r.org_id and p.id = r.product_id)`,
  instantColumn: 'r.created_at',
};

/**
 * Reads the price override with the same key, if one exists, and the number of overrides of its
 * customer and location.
 */
export async function sameOverride(
  tx: Transaction,
  fields: commerce.PriceOverrideFields,
): Promise<{ id: string | undefined; count: number }> {
  const row = onlyRow(
    await tx.rows<{ id: string | null; count: number }>(
      `select count(*)::int as count, (array_agg(id) filter (
       where min_quantity is not distinct from $5::numeric
         and valid_from is not distinct from $6::date))[1] as id
     from price_overrides where org_id = $1 and product_id = $2
       and customer_id is not distinct from $3::uuid and location_id is not distinct from $4::uuid`,
      [
        tx.organizationId,
        fields.productId,
        fields.customerId ?? null,
        fields.locationId ?? null,
        fields.minQuantity ?? null,
        fields.validFrom ?? null,
      ],
    ),
  );
  return { id: row.id ?? undefined, count: row.count };
}

const columns = columnsOf(PriceOverride, 'version', 'createdAt', 'updatedAt');

const rulesSql = (
  org: string,
) => `select ${columns} from price_overrides r where r.org_id = ${org} and r.product_id = any($2::uuid[])
    and (r.customer_id is null or r.customer_id = $3::uuid)
    and (r.location_id is null or r.location_id = $4::uuid)`;

interface Priced {
  productIds: string[];
  customerId?: string | undefined;
  locationId?: string | undefined;
}

/** A price rule with its product. */
export type RuleOfProduct = PriceRule & { productId: string };

const rulesValues = ({ productIds, customerId, locationId }: Priced) => [
  productIds,
  customerId ?? null,
  locationId ?? null,
];

/** Reads the price overrides of products that apply to the customer and the location. */
export const priceRulesOf = (read: Reader, priced: Priced): Promise<RuleOfProduct[]> =>
  read.rows(rulesSql(':org'), rulesValues(priced));

/** Reads the price overrides of products inside a transaction, in the form of `priceRulesOf`. */
export const priceRulesIn = (tx: Transaction, priced: Priced): Promise<RuleOfProduct[]> =>
  tx.rows(rulesSql('$1'), [tx.organizationId, ...rulesValues(priced)]);
