import type { TaxInput } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';
import type { DraftItem, Taxability } from './draft';

const IVA = '002';
const standardRate = '0.16';

/** Taxability and rate as they are stored, or undefined when they contradict each other. */
export interface ItemTax {
  taxability: Taxability;
  taxRate?: string | undefined;
}

/**
 * What is meant by a taxability and a rate of which either may be absent: nothing at all is the
 * general rate of IVA (LIVA article 1), a rate of zero is `zero` (article 2-A), any other is
 * `standard`; `exempt` (articles 9, 15 and 20) has no rate. Undefined when they contradict or
 * are no such thing.
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

/** The tax lines of an item. Nothing is taxed where nothing is left to pay. */
export function taxesOf(item: DraftItem): readonly TaxInput[] {
  if (isGivenAway(item)) return [];
  if (item.taxability === 'exempt') {
    return [{ kind: 'traslado', impuesto: IVA, tipoFactor: 'Exento' }];
  }
  const tasaOCuota = Decimal.from(item.taxRate ?? standardRate);
  return [{ kind: 'traslado', impuesto: IVA, tipoFactor: 'Tasa', tasaOCuota }];
}

/** ObjetoImp: 02 with its taxes; 04 where a full discount leaves no base to tax (CFDI40174). */
export function taxObjectOf(item: DraftItem): string {
  return isGivenAway(item) ? '04' : '02';
}

function isGivenAway({ quantity, unitPrice, discount }: DraftItem): boolean {
  if (discount === undefined) return false;
  return Decimal.from(quantity).times(Decimal.from(unitPrice)).equals(Decimal.from(discount));
}
