import type { Comprobante, Impuestos, Traslado } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';
import type { Item } from './item';

/** An item with the amounts of its concept; amounts are decimal text. */
export interface PricedItem extends Item {
  /** Importe: before discount and without taxes, also when the client's price includes tax. */
  amount: string;
  /** Transferred taxes of the item. */
  taxAmount: string;
}

/** The tax summary in the words of the API; codes and factors are the SAT's. */
export interface TaxSummary {
  transfers: TaxLine[];
  withholdings: TaxLine[];
}

export interface TaxLine {
  /** c_Impuesto: 001 ISR, 002 IVA, 003 IEPS. */
  tax: string;
  /** c_TipoFactor. */
  factorType: string;
  rateOrFee?: string | undefined;
  amount?: string | undefined;
  base?: string | undefined;
}

/** The items of a draft with the amounts of the computed document. */
export function pricedItems(
  items: readonly Item[],
  { conceptos }: Pick<Comprobante, 'conceptos'>,
): PricedItem[] {
  return items.map((item, index) => {
    const { importe, impuestos } = conceptos[index]!;
    const lines = impuestos?.traslados ?? [];
    const taxes = lines.flatMap((line) => line.importe ?? []);
    return {
      ...item,
      amount: importe.toString(),
      taxAmount: Decimal.sum(taxes).toString(),
    };
  });
}

export function taxSummary(impuestos: Impuestos | undefined): TaxSummary {
  return {
    transfers: (impuestos?.traslados ?? []).map(transferLine),
    // The summary of withholdings contains only the tax; all our withholdings are rates.
    withholdings: (impuestos?.retenciones ?? []).map(({ impuesto, importe }) => ({
      tax: impuesto,
      factorType: 'Tasa',
      amount: importe.toString(),
    })),
  };
}

function transferLine(line: Traslado): TaxLine {
  return {
    tax: line.impuesto,
    factorType: line.tipoFactor,
    rateOrFee: line.tasaOCuota?.toString(),
    amount: line.importe?.toString(),
    base: line.base.toString(),
  };
}

/** Decimals of an item are text internally and numbers in the API. */
export function shownItem({ productVersion: _, ...item }: PricedItem) {
  const number = (text: string | undefined) => (text === undefined ? text : Number(text));
  return {
    ...item,
    quantity: number(item.quantity),
    unitPrice: number(item.unitPrice),
    discount: number(item.discount),
    taxRate: number(item.taxRate),
    amount: number(item.amount),
    taxAmount: number(item.taxAmount),
  };
}
