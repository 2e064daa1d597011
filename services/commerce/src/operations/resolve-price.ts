import type { resolvedPrice } from '@timbre/api';
import type { commerce } from '@timbre/contract';
import { certain, Decimal } from '@timbre/fiscal';
import { conflict, notFound, query, type Answer, type Issue } from '@timbre/kit';
import { resolvePrice as decide } from '../domain/price';
import { Contact } from '../store/contacts';
import { dayAt, placeOfPrices } from '../store/locations';
import { priceRulesOf } from '../store/price-overrides';
import { Product } from '../store/products';

/**
 * Returns today's price at the given location or, by default, at the default location. A refusal
 * reports all unknown identifiers. Refusals:
 *
 * - archived: the product or the location is archived
 */
export const resolvePrice = query(async (read, request: commerce.ResolvePriceRequest) => {
  const { productId, customerId, locationId, quantity = '1' } = request;
  const [[product], [customer], place] = await Promise.all([
    read.find(Product, [productId]),
    read.find(Contact, customerId === undefined ? [] : [customerId]),
    placeOfPrices(read, locationId),
  ]);
  const unknown = [
    ...(product ? [] : [missing('productId', 'product_not_found')]),
    ...(customerId === undefined || customer?.kind === 'customer'
      ? []
      : [missing('customerId', 'contact_not_found')]),
    ...(locationId === undefined || place ? [] : [missing('locationId', 'location_not_found')]),
  ];
  if (!product || unknown.length > 0) throw notFound('product, customer or location', unknown);
  refuseArchived(product.active, locationId === undefined || certain(place, 'place').active);
  const rules = await priceRulesOf(read, { productIds: [productId], customerId, locationId });
  const given = { quantity: Decimal.from(quantity), onDate: dayAt(read.businessNow, place) };
  const { unitPrice, taxIncluded, rule, considered } = decide(product, rules, given);
  const data: Answer<typeof resolvedPrice> = {
    productId: product.id,
    ...(customer && { customerId: customer.id }),
    ...(locationId !== undefined && { locationId: certain(place, 'place').id }),
    quantity: given.quantity.toNumber(),
    unitPrice: unitPrice.toNumber(),
    taxIncluded,
    currency: 'MXN',
    rule: { ...rule, discount: rule.discount && shownDiscount(rule.discount) },
    considered: considered.map(({ price, because, ...one }) => {
      return { ...one, price: price.toNumber(), applied: false, because };
    }),
  };
  return Buffer.from(JSON.stringify({ data }));
});

const shownDiscount = ({ minQuantity, percentage }: commerce.QuantityDiscount) => ({
  minQuantity: Number(minQuantity),
  percentage: Number(percentage),
});

const missing = (field: string, code: string): Issue => {
  return { path: [field], code, message: `No ${field} like this exists in your organization.` };
};

function refuseArchived(isProductActive: boolean, isLocationActive: boolean): void {
  const message = 'This is archived: nothing is sold of it or from it any more.';
  const fields = [...(isProductActive ? [] : ['productId']), ...(isLocationActive ? [] : ['locationId'])]; // prettier-ignore
  const issues = fields.map((field) => ({ path: [field], code: 'archived', message }));
  if (issues.length) throw conflict(message, 'archived', issues);
}
