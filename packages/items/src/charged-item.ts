import { Decimal } from '@timbre/fiscal';
import { iepsFactor, isIepsApart, withIepsInPrice } from './ieps-in-price';
import type { Item } from './item';

const priceDecimals = 6;
const centDecimals = 2;

/** An item as a till charges it: its price and its discount include all transferred taxes. */
export interface ChargedItem extends Item {
  taxIncluded: true;
  /** The amount that the buyer pays: quantity x price, rounded to cents, less the discount. */
  lineTotal: string;
  /** Whether the IEPS inside the price is shown apart: the seller owes it. */
  iepsApart?: boolean;
}

/**
 * Puts the taxes of an item into its price, rounded half up to six decimals, and into its discount,
 * in cents. The IEPS of a sale to the public is part of the price (LIEPS 19 II), and IVA is charged
 * on both (LIVA 12).
 * @param isGivenAway whether the whole amount is discounted
 * @param owesIeps whether the seller owes IEPS for what it sells, and so shows it (RMF 2.7.1.21)
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
  // Without a discount the price holds its IEPS; an item with a full one would keep it apart.
  const { discount, ...priced } = item;
  const factor = Decimal.one.plus(Decimal.from(item.taxRate ?? '0'));
  const ofPrice = Decimal.from(withIepsInPrice(priced).unitPrice).times(factor);
  if (discount === undefined) return { unitPrice: ofPrice.toString() };
  const ofDiscount = Decimal.from(discount).times(iepsFactor(item)).times(factor);
  return { unitPrice: ofPrice.toString(), discount: ofDiscount.toString() };
}
