import type { TaxInput } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';
import type { Item, Taxability } from './item';

const IVA = '002';
const standardRate = '0.16';

/** Valid taxability and rate as they are stored. */
export interface ItemTax {
  taxability: Taxability;
  taxRate?: string | undefined;
}

/**
 * Completes a taxability and a rate, both optional. Without both, the general rate of IVA applies
 * (LIVA article 1); a rate of zero is `zero` (article 2-A), any other rate is `standard`; `exempt`
 * (articles 9, 15 and 20) has no rate. Undefined when they contradict each other or are invalid.
 */
export function itemTax(
  taxability: string | undefined,
  taxRate: string | undefined,
): ItemTax | undefined {
  const rate = taxRate === undefined ? undefined : Decimal.parse(taxRate);
  if (taxRate !== undefined && !rate) return undefined;
  const isZero = rate?.isZero() ?? false;
  switch (taxability ?? (isZero ? 'zero' : 'standard')) {
    case 'standard':
      return isZero ? undefined : { taxability: 'standard', taxRate: taxRate ?? standardRate };
    case 'zero':
      return rate && !isZero ? undefined : { taxability: 'zero', taxRate: '0' };
    case 'exempt':
      return rate && !isZero ? undefined : { taxability: 'exempt' };
    default:
      return undefined;
  }
}

/** The taxes of an item. An item with an amount of zero has no tax. */
export function taxesOf(item: Item): readonly TaxInput[] {
  if (isGivenAway(item)) return [];
  if (item.taxability === 'exempt') {
    return [{ kind: 'traslado', impuesto: IVA, tipoFactor: 'Exento' }];
  }
  const tasaOCuota = Decimal.from(item.taxRate ?? standardRate);
  return [{ kind: 'traslado', impuesto: IVA, tipoFactor: 'Tasa', tasaOCuota }];
}

/** ObjetoImp: 02 with taxes; 04 when a full discount leaves no base (CFDI40174). */
export function taxObjectOf(item: Item): string {
  return isGivenAway(item) ? '04' : '02';
}

function isGivenAway({ quantity, unitPrice, discount }: Item): boolean {
  if (discount === undefined) return false;
  return Decimal.from(quantity).times(Decimal.from(unitPrice)).equals(Decimal.from(discount));
}
