import type { resolvedPrice } from '@timbre/api';
import type { commerce } from '@timbre/contract';
import { Decimal, localDateTimeIn, postalCode, type CalendarDate } from '@timbre/fiscal';
import {
  conflict,
  isIdentifier,
  notFound,
  query,
  type Answer,
  type Issue,
  type Reader,
} from '@timbre/kit';
import { resolvePrice as decide } from '../domain/price';
import { Contact } from '../store/contacts';
import { priceRulesOf } from '../store/price-overrides';
import { Product } from '../store/products';

interface Place {
  id: string;
  active: boolean;
  postalCode: string;
}

/**
 * The price today at the location, or at the default one. Names every unknown identifier. Refusals:
 * - archived: the product or the location is not sold, or sold from, any more
 */
export const resolvePrice = query(async (read, request: commerce.ResolvePriceRequest) => {
  const { productId, customerId, locationId, quantity = '1' } = request;
  const [[product], [customer], place] = await Promise.all([
    read.find(Product, [productId]),
    read.find(Contact, customerId === undefined ? [] : [customerId]),
    placeOf(read, locationId),
  ]);
  const unknown = [
    ...(product ? [] : [missing('productId', 'product_not_found')]),
    ...(customerId === undefined || customer?.kind === 'customer'
      ? []
      : [missing('customerId', 'contact_not_found')]),
    ...(locationId === undefined || place ? [] : [missing('locationId', 'location_not_found')]),
  ];
  if (!product || unknown.length > 0) throw notFound('product, customer or location', unknown);
  refuseArchived(product.active, locationId === undefined || place!.active);
  const rules = await priceRulesOf(read, { productId, customerId, locationId });
  const given = { quantity: Decimal.from(quantity), onDate: dayAt(read.now, place) };
  const { unitPrice, taxIncluded, rule, considered } = decide(product, rules, given);
  const data: Answer<typeof resolvedPrice> = {
    productId: product.id,
    ...(customer && { customerId: customer.id }),
    ...(locationId !== undefined && { locationId: place!.id }),
    ...{ quantity: given.quantity.toNumber(), unitPrice: unitPrice.toNumber(), taxIncluded },
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

/** The location, or the default one; undefined if there is none. */
async function placeOf(read: Reader, id: string | undefined): Promise<Place | undefined> {
  if (id !== undefined && !isIdentifier(id)) return undefined;
  const [place] = await read.rows<Place>(
    `select r.id, r.active, r.postal_code as "postalCode" from locations r
     where r.org_id = :org and (r.id = $2::uuid or ($2::uuid is null and r.is_default))`,
    [id ?? null],
  );
  return place;
}

/** The day at the location; in the centre of Mexico for an organization without one. */
function dayAt(now: Date, place: Place | undefined): CalendarDate {
  const zone = (place && postalCode(place.postalCode)?.ianaZone) ?? 'America/Mexico_City';
  return localDateTimeIn(now.getTime(), zone).slice(0, 10);
}

const missing = (field: string, code: string): Issue => {
  return { path: [field], code, message: `No ${field} like this exists in your organization.` };
};

function refuseArchived(isProductActive: boolean, isLocationActive: boolean): void {
  const message = 'This is archived: nothing is sold of it or from it any more.';
  const fields = [...(isProductActive ? [] : ['productId']), ...(isLocationActive ? [] : ['locationId'])]; // prettier-ignore
  const issues = fields.map((field) => ({ path: [field], code: 'archived', message }));
  if (issues.length) throw conflict(message, 'archived', issues);
}
