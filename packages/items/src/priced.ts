import type { Comprobante, Concepto, Impuestos, Traslado } from '@timbre/cfdi';
import { Decimal, taxCodes, itemAt } from '@timbre/fiscal';
import type { Item, ItemTax, ItemWithholding } from './item';

/** The base and amount of a tax line, as decimal text. */
interface LineAmounts {
  base: string;
  /** The tax amount; absent for an exempt tax. */
  amount?: string | undefined;
}

/** An item with the amounts of its concept, as decimal text. */
export interface PricedItem extends Item {
  withholdings?: (ItemWithholding & Partial<LineAmounts>)[] | undefined;
  taxes?: (ItemTax & Partial<LineAmounts>)[] | undefined;
  /** The Importe, before discount and without taxes, even if the client's price includes tax. */
  amount: string;
  /** The sum of the transferred taxes of the item. */
  taxAmount: string;
  /** The sum of the withheld taxes of the item; absent if no tax is withheld. */
  withheldAmount?: string | undefined;
  /** The total transferred IEPS of a sales receipt that shows IEPS separately. */
  iepsAmount?: string | undefined;
}

/**
 * The tax summary with API field names. The codes and factors of taxes are the SAT's codes and factors.
 */
export interface TaxSummary {
  transfers: TaxLine[];
  withholdings: TaxLine[];
}

export interface TaxLine {
  /** The code of c_Impuesto: 001 ISR, 002 IVA, 003 IEPS. */
  tax: string;
  /** The factor (c_TipoFactor). */
  factorType: string;
  rateOrFee?: string | undefined;
  amount?: string | undefined;
  base?: string | undefined;
}

/** Returns the items of a draft with the amounts of the computed document. */
export function pricedItems(
  items: readonly Item[],
  { conceptos }: Pick<Comprobante, 'conceptos'>,
): PricedItem[] {
  return items.map((item, index) => ({ ...item, ...amountsOf(item, itemAt(conceptos, index)) }));
}

/**
 * Returns the amounts of an item. The tax lines of a concept are in the order of the item's taxes. An item
 * that is given away has no tax lines.
 */
function amountsOf(item: Item, concepto: Concepto) {
  const { traslados = [], retenciones = [] } = concepto.impuestos ?? {};
  const ieps = traslados.filter(({ impuesto }) => impuesto === taxCodes.IEPS);
  return {
    ...(item.taxes && { taxes: item.taxes.map((tax, at) => ({ ...tax, ...lineOf(ieps[at]) })) }),
    ...(item.withholdings && {
      withholdings: item.withholdings.map((tax, at) => ({ ...tax, ...lineOf(retenciones[at]) })),
    }),
    ...(item.parts && ieps.length > 0 && { iepsAmount: sumOf(ieps) }),
    ...sumsOf(concepto),
  };
}

/** Returns the amounts of a concept in the form in which an item shows them. */
export function sumsOf({ importe, impuestos }: Concepto) {
  const { traslados = [], retenciones = [] } = impuestos ?? {};
  return {
    amount: importe.toString(),
    taxAmount: sumOf(traslados),
    ...(retenciones.length > 0 && { withheldAmount: sumOf(retenciones) }),
  };
}

const sumOf = (lines: readonly Pick<Traslado, 'importe'>[]): string =>
  Decimal.sum(lines.flatMap((line) => line.importe ?? [])).toString();

export const lineOf = (line: Pick<Traslado, 'base' | 'importe'> | undefined) =>
  line && {
    base: line.base.toString(),
    ...(line.importe && { amount: line.importe.toString() }),
  };

export function taxSummary(impuestos: Impuestos | undefined): TaxSummary {
  return {
    transfers: (impuestos?.traslados ?? []).map(transferLine),
    // The SAT's summary of withholdings states only the tax and not its rate. Timbre supports only
    // withholdings with a rate.
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

/** Returns the item in public form: its decimals are text internally and numbers in the API. */
export function shownItem({ productVersion: _, complements, ...item }: PricedItem) {
  return {
    ...item,
    ...complements,
    quantity: Number(item.quantity),
    unitPrice: Number(item.unitPrice),
    discount: numberOf(item.discount),
    taxRate: numberOf(item.taxRate),
    withholdings: item.withholdings?.map(shownTax),
    taxes: item.taxes?.map((tax) => ({
      ...shownTax(tax),
      quantityPerUnit: numberOf(tax.quantityPerUnit),
    })),
    amount: Number(item.amount),
    taxAmount: Number(item.taxAmount),
    withheldAmount: numberOf(item.withheldAmount),
  };
}

const shownTax = <Tax extends { rate: string } & Partial<LineAmounts>>(tax: Tax) => ({
  ...tax,
  rate: Number(tax.rate),
  base: numberOf(tax.base),
  amount: numberOf(tax.amount),
});

const numberOf = (text: string | undefined) => (text === undefined ? text : Number(text));
