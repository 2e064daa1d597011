import type { Comprobante, Impuestos, Traslado } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';
import type { DraftItem } from './draft';

/** An item with what its concept came to; amounts are decimal text. */
export interface PricedItem extends DraftItem {
  /** Importe: before discount, without taxes also where the client's price has them in. */
  amount: string;
  /** Taxes transferred with it. */
  taxAmount: string;
}

/** The summary of taxes in the words of the API; codes and factors are the SAT's. */
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

/** The items of a draft with the amounts of the document that was computed from them. */
export function pricedItems(
  items: readonly DraftItem[],
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
    // The summary of withholdings names only the tax; all that we withhold are rates.
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
