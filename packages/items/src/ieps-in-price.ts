import { Decimal, perLaw, readableDecimal } from '@timbre/fiscal';
import type { Item, ItemTax } from './item';
import { isGivenAway } from './item-tax';

/**
 * The IEPS rates that may be shown separately from the price: for alcoholic drinks, energy drinks, pesticides
 * and high-energy food. The catalogue of rates determines which of these rates are in force. Among the fixed
 * amounts per unit (Cuota), only the amounts for fuels and for drinks with sugar (D, G) may be shown
 * separately: tobacco has a rate in addition to its Cuota.
 */
const shownRates = perLaw((law) =>
  law.figuresOf('ieps.rates_shown_apart').flatMap(({ value }) => value.rates.map(Decimal.from)),
);

/**
 * Whether the IEPS of an item is shown separately. This requires that the customer pays IEPS on the same kind
 * of goods and requests the separation (LIEPS 19 II).
 */
export const isIepsApart = ({ taxes = [] }: Item, isAsked: boolean): boolean =>
  isAsked && taxes.every(mayBeApart);

const mayBeApart = ({ factor, rate }: ItemTax): boolean =>
  factor === 'Cuota' || shownRates().some((shown) => readableDecimal(rate)?.equals(shown));

/** The maximum number of decimals of ValorUnitario and Descuento. */
const priceDecimals = 6;
/**
 * The two codes of c_ObjetoImp for goods without IVA: one for IEPS that is shown separately, and one for IEPS
 * that the price includes.
 */
const [apart, inPrice] = ['07', '08'];

/**
 * Returns the item with its IEPS included in the price, so that the customer pays the same amount. A price
 * with tax included already contains the IEPS.
 */
export function withIepsInPrice(item: Item): Item {
  const { taxes = [], ...rest } = item;
  if (taxes.length === 0) return item;
  const taxObject = item.taxObject === apart ? inPrice : item.taxObject;
  const plain = { ...rest, ...(taxObject !== undefined && { taxObject }) };
  if (item.taxIncluded || isGivenAway(item)) return plain;
  const factor = iepsFactor(item);
  const quotas = taxes.filter((tax) => tax.factor === 'Cuota').map(quotaOf);
  const raised = (text: string) => Decimal.from(text).times(factor);
  const price = raised(item.unitPrice).plus(Decimal.sum(quotas));
  return {
    ...plain,
    unitPrice: written(price),
    ...(item.discount !== undefined && { discount: written(raised(item.discount)) }),
  };
}

/**
 * Returns the factor by which a price without IEPS is multiplied to include the IEPS rates. Fixed IEPS
 * amounts per unit (Cuota) are added separately.
 */
export function iepsFactor({ taxes = [] }: Item): Decimal {
  const rates = taxes.filter(({ factor }) => factor === 'Tasa').map(({ rate }) => rate);
  return Decimal.one.plus(Decimal.sum(rates.map(Decimal.from)));
}

const quotaOf = ({ rate, quantityPerUnit = '1' }: ItemTax): Decimal =>
  Decimal.from(rate).times(Decimal.from(quantityPerUnit));

const written = (amount: Decimal): string => amount.round(priceDecimals).trimmed().toString();
