import type { TaxInput } from '@timbre/cfdi';
import { Decimal, generalIvaRate, taxCodes, type CalendarDate } from '@timbre/fiscal';
import type { Item, ItemTax, ItemWithholding, ReceiptPart, Taxability } from './item';

const { ISR, IVA, IEPS } = taxCodes;
const baseDecimals = 6;

/** A valid taxability and rate in stored form. */
interface ItemIva {
  taxability: Taxability;
  taxRate?: string | undefined;
}

/**
 * Completes a taxability and a rate, which are both optional. If both are absent, the general IVA rate on the
 * date applies (LIVA article 1). A rate of zero means `zero` (article 2-A), and any other rate means
 * `standard`. An item whose taxability is `exempt` (articles 9, 15 and 20) has no rate. The function returns
 * undefined if rate and taxability contradict each other or are invalid.
 */
export function itemTax(
  taxability: string | undefined,
  taxRate: string | undefined,
  onDate: CalendarDate | 'latest',
): ItemIva | undefined {
  const rate = taxRate === undefined ? undefined : Decimal.parse(taxRate);
  if (taxRate !== undefined && !rate) return undefined;
  const isZero = rate?.isZero() ?? false;
  switch (taxability ?? (isZero ? 'zero' : 'standard')) {
    case 'standard':
      if (isZero) return undefined;
      return { taxability: 'standard', taxRate: taxRate ?? generalIvaRate(onDate) };
    case 'zero':
      return rate && !isZero ? undefined : { taxability: 'zero', taxRate: '0' };
    case 'exempt':
      return rate && !isZero ? undefined : { taxability: 'exempt' };
    default:
      return undefined;
  }
}

/** Returns the taxes of an item. An item with an amount of zero has no tax. */
export function taxesOf(item: Item): readonly TaxInput[] {
  if (isGivenAway(item)) return [];
  return [
    ...(item.taxes ?? []).map((tax) => iepsOf(tax, item.quantity)),
    ...(item.taxability ? [ivaOf(item)] : []),
    ...(item.withholdings ?? []).map(withholdingOf),
  ];
}

/** Returns the taxes of a receipt part. */
export const partTaxesOf = (part: ReceiptPart): readonly TaxInput[] => [
  ...shownIeps(part).map((tax) => iepsOf(tax, part.quantity ?? '0')),
  ...(part.taxability ? [ivaOf(part)] : []),
];

/**
 * Returns the IEPS that a receipt part shows separately. If only money was returned, a receipt part has no
 * fixed amounts per unit (Cuota). If the money does not cover these amounts, the part has no IEPS at all.
 */
export function shownIeps({
  taxes = [],
  quantity = '0',
  taxRate = '0',
  amount,
}: ReceiptPart): ItemTax[] {
  const units = ({ quantityPerUnit }: ItemTax) => unitsOf(quantity, quantityPerUnit);
  const isFee = ({ factor }: ItemTax) => factor === 'Cuota';
  const shown = taxes.filter((tax) => !isFee(tax) || units(tax).isPositive());
  const feeOf = (tax: ItemTax) => units(tax).times(Decimal.from(tax.rate));
  const due = Decimal.sum(shown.filter(isFee).map(feeOf));
  const withIva = due.times(Decimal.one.plus(Decimal.from(taxRate)));
  return Decimal.from(amount).greaterThan(withIva) ? shown : [];
}

function ivaOf({ taxability, taxRate }: Pick<Item, 'taxability' | 'taxRate'>): TaxInput {
  if (taxability === 'exempt') return { kind: 'traslado', impuesto: IVA, tipoFactor: 'Exento' };
  const tasaOCuota = Decimal.from(taxRate ?? generalIvaRate('latest'));
  return { kind: 'traslado', impuesto: IVA, tipoFactor: 'Tasa', tasaOCuota };
}

function iepsOf({ factor, rate, quantityPerUnit }: ItemTax, quantity: string): TaxInput {
  const line = { kind: 'traslado', impuesto: IEPS, tasaOCuota: Decimal.from(rate) } as const;
  if (factor !== 'Cuota') return { ...line, tipoFactor: 'Tasa' };
  return { ...line, tipoFactor: 'Cuota', units: unitsOf(quantity, quantityPerUnit) };
}

/** Returns the base of a Cuota, which is the number of taxed units, with six decimals as in a document. */
export function unitsOf(quantity: string, perUnit = '1'): Decimal {
  return Decimal.from(quantity).times(Decimal.from(perUnit)).round(baseDecimals).trimmed();
}

function withholdingOf({ type, rate }: ItemWithholding): TaxInput {
  const impuesto = type === 'ISR' ? ISR : IVA;
  return { kind: 'retencion', impuesto, tipoFactor: 'Tasa', tasaOCuota: Decimal.from(rate) };
}

/**
 * Returns the ObjetoImp of an item. An item with several parts has 02 (taxed) if a part has a tax, and 01 if
 * no part has a tax. An item with one part has its stated tax object. By default the tax object is 02, or 04
 * if the discount leaves nothing to tax (CFDI40174).
 */
export function taxObjectOf(item: Item): string {
  if (item.parts) return item.parts.some((part) => partTaxesOf(part).length > 0) ? '02' : '01';
  return item.taxObject ?? (isGivenAway(item) ? '04' : '02');
}

export function isGivenAway({ quantity, unitPrice, discount }: Item): boolean {
  if (discount === undefined) return false;
  return Decimal.from(quantity).times(Decimal.from(unitPrice)).equals(Decimal.from(discount));
}
