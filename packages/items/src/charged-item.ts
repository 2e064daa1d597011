import { Decimal } from '@timbre/fiscal';
import { iepsFactor, isIepsApart, withIepsInPrice } from './ieps-in-price';
import type { Item } from './item';

const priceDecimals = 6;
const centDecimals = 2;

/** An item of a sales receipt, whose price and discount include all transferred taxes. */
export interface ChargedItem extends Item {
  taxIncluded: true;
  /** The amount that the buyer pays: quantity times price, rounded to cents, less the discount. */
  lineTotal: string;
  /** Whether the IEPS in the price is shown separately, because the seller owes the IEPS. */
  iepsApart?: boolean;
}

/**
 * Includes the taxes of an item in its price, rounded half up to six decimals, and in its discount, rounded
 * to cents. In a sale to the public, IEPS is part of the price (LIEPS 19 II), and IVA is charged on price and
 * IEPS (LIVA 12).
 * @param isGivenAway whether the item is free, because its discount equals the whole amount
 * @param owesIeps whether the seller owes IEPS for its goods and therefore shows the tax (RMF 2.7.1.21)
 */
export function chargedItem(
  item: Item,
  { isGivenAway = false, owesIeps = false } = {},
): ChargedItem {
  const { unitPrice, discount } = item.taxIncluded ? item : raised(item);
  const price = Decimal.from(unitPrice).round(priceDecimals);
  const amount = Decimal.from(item.quantity).times(price).round(centDecimals);
  const given = isGivenAway ? amount : Decimal.from(discount ?? '0').round(centDecimals);
  const taken = Decimal.min(given, amount);
  return {
    ...item,
    taxIncluded: true,
    unitPrice: price.trimmed().toString(),
    discount: taken.isZero() ? undefined : taken.trimmed().toString(),
    lineTotal: amount.minus(taken).toString(),
    ...(item.taxes?.length && isIepsApart(item, owesIeps) && { iepsApart: true }),
  };
}

function raised(item: Item): { unitPrice: string; discount?: string } {
  // The price includes the IEPS of an item without a discount. The price would not include the IEPS of an
  // item with a full discount.
  const { discount, ...priced } = item;
  const factor = Decimal.one.plus(Decimal.from(item.taxRate ?? '0'));
  const ofPrice = Decimal.from(withIepsInPrice(priced).unitPrice).times(factor);
  if (discount === undefined) return { unitPrice: ofPrice.toString() };
  const ofDiscount = Decimal.from(discount).times(iepsFactor(item)).times(factor);
  return { unitPrice: ofPrice.toString(), discount: ofDiscount.toString() };
}
