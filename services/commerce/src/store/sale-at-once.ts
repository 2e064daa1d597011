import { documentRef, fold, type Decimal } from '@timbre/fiscal';
import { Computed, type AnsweredChange, type Transaction } from '@timbre/kit';
import { announceAfterMs } from './inventory';
import { salesReceiptDetailResource } from './sales-receipts';

/** The values from which the statement assigns the folio and moves the stock of a sale. */
export interface SaleAtOnce {
  id: string;
  series: string;
  /** The part of the receipt's folio before its number. */
  prefix: string;
  locationId: string;
  customerId: string | null;
  products: { productId: string; quantity: Decimal }[];
}

/**
 * A character that marks the position of the number. The character cannot occur in a number or in a
 * text of a request.
 */
const numberMark = '\u0001';

/** Values of a receipt that the statement computes from its `sale` row. */
export const ofSale = {
  /**
   * Returns the folio with the number that the statement assigns.
   * @param prefix is the part of the folio before the number
   */
  folio: (prefix: string) => new Computed('$ || sale.number', 'text', prefix),
  /**
   * Returns the searchable text with the folio that the statement assigns.
   * @param text is the searchable text without the folio
   */
  searchText: (prefix: string, text: string) =>
    new Computed(
      `replace($, chr(1), sale.number::text)`,
      'text',
      `${fold(prefix)}${numberMark}${text && ` ${text}`}`,
    ),
  isStocked: (productId: string | null) =>
    new Computed('coalesce($ = any(sale.moved), false)', 'uuid', productId),
};

/**
 * Assigns the next number of the series and moves the sold goods in one statement. The statement
 * locks the customer, the location, the counter of the series and the stock levels in the same
 * order as all sales. The statement does nothing in cases that need a whole transaction: the
 * customer is deleted, the location is archived, the series has no receipt yet, or a stock level is
 * new or would become negative.
 */
export function saleAtOnce(
  tx: Transaction,
  { id, series, prefix, locationId, customerId, products }: SaleAtOnce,
): AnsweredChange {
  return {
    parts: soldParts,
    values: {
      locationId,
      series,
      productIds: products.map(({ productId }) => productId),
      quantities: products.map(({ quantity }) => quantity.toString()),
      movementIds: products.map(() => tx.newId()),
      documentRef: documentRef('sales_receipt', id),
      at: tx.now,
      announceAt: new Date(tx.now.getTime() + announceAfterMs),
      prefix,
      customerId,
    },
    made: 'sale',
    resource: salesReceiptDetailResource,
    id,
    orderKey: `${tx.organizationId}:${series}`,
  };
}

const soldParts = `buyer as materialized (
    select c.id from open, contacts c
    where c.org_id = :org::uuid and c.id = :customerId::uuid for key share of c),
  place as materialized (
    select l.id from open, locations l
    where l.org_id = :org::uuid and l.id = :locationId::uuid and l.active
      and (:customerId::uuid is null or exists (select from buyer))
    for key share of l),
  counter as materialized (
    select c.last + 1 as number from place, receipt_counters c
    where c.org_id = :org::uuid and c.series = :series::text for update of c),
  sold as materialized (
    select * from unnest(:productIds::uuid[], :quantities::numeric[], :movementIds::uuid[])
      s (product_id, quantity, movement_id)),
  levels as materialized (
    select l.product_id, l.stock, s.quantity, s.movement_id
    from counter, sold s, inventory_levels l
    where l.org_id = :org::uuid and l.product_id = s.product_id
      and l.location_id = :locationId::uuid
    order by l.product_id for update of l),
  sale as materialized (
    select c.number, :prefix::text || c.number as folio,
      array(select product_id from levels) as moved
    from counter c
    where not exists (select from levels where stock < quantity)
      and not exists (
        select from sold s where s.product_id not in (select product_id from levels) and exists (
          select from inventory_levels k where k.org_id = :org::uuid and k.product_id = s.product_id))),
  counted as (
    update receipt_counters c set last = sale.number from sale
    where c.org_id = :org::uuid and c.series = :series::text),
  moved as (
    update inventory_levels l set stock = l.stock - v.quantity, version = l.version + 1,
      announce_at = coalesce(l.announce_at, :announceAt::timestamptz), updated_at = :at::timestamptz
    from sale, levels v
    where l.org_id = :org::uuid and l.product_id = v.product_id
      and l.location_id = :locationId::uuid
    returning l.product_id, l.stock, l.average_cost, v.quantity, v.movement_id),
  movements as (
    insert into inventory_movements (id, org_id, product_id, location_id, kind, quantity,
      resulting_stock, unit_cost, document_ref, occurred_at)
    select movement_id, :org::uuid, product_id, :locationId::uuid, 'sale', -quantity, stock,
      average_cost, :documentRef::text, :at::timestamptz from moved)`;
