import { Decimal, taxCodes } from '@timbre/fiscal';
import { iepsFactor, withIepsInPrice } from './ieps-in-price';
import type { Item } from './item';

const priceDecimals = 6;
const centDecimals = 2;

/** An item as a till charges it: its price and its discount include all transferred taxes. */
export interface ChargedItem extends Item {
  taxIncluded: true;
  /** What the buyer pays: quantity x price, rounded to cents, less the discount. */
  lineTotal: string;
}

/**
 * Puts the taxes of an item into its price, rounded half up to six decimals, and into its discount,
 * in cents. The IEPS of a sale to the public is part of the price (LIEPS 19 II), and IVA is charged
 * on both (LIVA 12).
 * @param isGivenAway whether the whole amount is discounted
 */
export function chargedItem(item: Item, { isGivenAway = false } = {}): ChargedItem {
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

/** IVA inside an amount that includes it; decimal text, base and amount with six decimals. */
export interface IncludedTax {
  /** c_Impuesto. */
  tax: string;
  /** c_TipoFactor: Tasa or Exento. */
  factorType: string;
  /** A fraction; absent when exempt. */
  rate?: string | undefined;
  base: string;
  /** Absent when exempt. */
  amount?: string | undefined;
}

const taxDecimals = 6;

/**
 * The taxes inside charged amounts, one entry for each rate: the base is the amount without its tax,
 * and base and tax add up to the amount. An item without IVA by its tax object has none.
 */
export function includedTaxes(
  charged: readonly (Pick<Item, 'taxability' | 'taxRate'> & { amount: Decimal })[],
): IncludedTax[] {
  const sums = new Map<string, Decimal>();
  for (const { taxability, taxRate, amount } of charged) {
    if (!taxability) continue;
    const rate =
      taxability === 'exempt'
        ? ''
        : Decimal.from(taxRate ?? '0')
            .trimmed()
            .toString();
    sums.set(rate, (sums.get(rate) ?? Decimal.zero).plus(amount));
  }
  return [...sums.entries()].map(([rate, sum]) => taxInside(rate, sum));
}

function taxInside(rate: string, sum: Decimal): IncludedTax {
  const shown = (amount: Decimal) => amount.round(taxDecimals).toString();
  if (rate === '') return { tax: taxCodes.IVA, factorType: 'Exento', base: shown(sum) };
  const base = sum.dividedBy(Decimal.one.plus(Decimal.from(rate)), taxDecimals);
  const amount = shown(sum.minus(base));
  return { tax: taxCodes.IVA, factorType: 'Tasa', rate, base: shown(base), amount };
}
