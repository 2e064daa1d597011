import { computeSale, type Concepto } from '@timbre/cfdi';
import { Decimal, taxCodes } from '@timbre/fiscal';
import { chargedItem, type ChargedItem } from './charged-item';
import { conceptoOf } from './concepto';
import type { Item } from './item';

const pesoDecimals = 2;

/** One tax in the totals of a sale. The amounts are decimal text. */
export interface TaxOfSale {
  type: 'IVA' | 'ISR';
  factor: 'Tasa' | 'Exento';
  /** The rate as a fraction; 0 for an exempt sale. */
  rate: string;
  withholding: boolean;
  base: string;
  amount: string;
  /** The label for display, such as `IVA 16 %`. */
  label: string;
}

/** The totals of a sale in pesos, as decimal text. `subtotal - discount + taxes = total`. */
export interface SaleTotals {
  /** The sum before discount and taxes. */
  subtotal: string;
  discount?: string | undefined;
  /** The transferred taxes less the withheld taxes. */
  taxes: string;
  total: string;
  taxBreakdown: TaxOfSale[];
}

/**
 * Returns the totals of a sale that has no CFDI yet. Each line is charged in cents, as on a receipt, and
 * the sums follow the rules of the future invoice. The prices include IEPS.
 */
export function saleTotals(items: readonly Item[]): SaleTotals {
  const lines = items.map((item) => chargedItem(item));
  const listed = totalsOf(lines.map(asListed));
  const isNet = items.some(isWithheldFrom);
  const { conceptos, sums, total } = isNet ? invoiced(lines.map(withAmount)) : listed;
  const discount = listed.sums.descuento;
  const net = sums.subTotal.minus(sums.descuento ?? Decimal.zero);
  return {
    subtotal: net.plus(discount ?? Decimal.zero).toString(),
    ...(discount && { discount: discount.toString() }),
    taxes: total.minus(net).toString(),
    total: total.toString(),
    taxBreakdown: taxesOf(conceptos),
  };
}

/**
 * Returns the amount that the buyer pays, in cents: the sum of the charged amounts less the taxes that
 * the buyer withholds, as in the invoice.
 */
export function payableOf(charged: readonly Charged[]): Decimal {
  if (!charged.some(isWithheldFrom)) {
    return Decimal.sum(charged.map(({ amount }) => amount)).round(pesoDecimals);
  }
  return invoiced(charged).total.round(pesoDecimals);
}

type Charged = Item & { amount: Decimal };

const isWithheldFrom = ({ withholdings = [] }: Item): boolean => withholdings.length > 0;

const withAmount = (line: ChargedItem): Charged => ({
  ...line,
  amount: Decimal.from(line.lineTotal),
});

/** Computes the sale like its invoice, but with each discount already subtracted from the price. */
function invoiced(charged: readonly Charged[]) {
  const sold = charged.filter(({ amount }) => amount.isPositive());
  const wholes = sold.map(({ amount, ...item }): Item => {
    const price = { unitPrice: amount.toString(), charged: amount.toString() };
    return { ...item, ...price, discount: undefined, quantity: '1', taxIncluded: true };
  });
  return totalsOf(wholes);
}

/** Returns an item of one unit whose price is the amount of the whole line before its discount. */
function asListed(line: ChargedItem): Item {
  const unitPrice = Decimal.from(line.lineTotal).plus(Decimal.from(line.discount ?? '0'));
  return { ...line, quantity: '1', unitPrice: unitPrice.toString() };
}

const totalsOf = (items: readonly Item[]) =>
  computeSale(
    items.map((item) => conceptoOf(item)),
    pesoDecimals,
  );

type Line = Omit<TaxOfSale, 'base' | 'amount'> & { base: Decimal; amount: Decimal };

/**
 * Returns the taxes of the concepts, one line for each tax and rate, in the order in which they occur.
 */
function taxesOf(conceptos: readonly Concepto[]): TaxOfSale[] {
  const lines = new Map<string, Line>();
  for (const line of conceptos.flatMap(linesOf)) {
    const sum = lines.get(line.label);
    if (sum) {
      sum.base = sum.base.plus(line.base);
      sum.amount = sum.amount.plus(line.amount);
    } else lines.set(line.label, line);
  }
  return [...lines.values()].map(({ base, amount, ...line }) => ({
    ...line,
    base: base.round(pesoDecimals).toString(),
    amount: amount.round(pesoDecimals).toString(),
  }));
}

function linesOf({ impuestos }: Concepto): Line[] {
  const { traslados = [], retenciones = [] } = impuestos ?? {};
  const transferred = traslados.map(({ tipoFactor, tasaOCuota, base, importe }): Line => {
    const factor = tipoFactor === 'Exento' ? 'Exento' : 'Tasa';
    const rate = (tasaOCuota ?? Decimal.zero).trimmed();
    const label = factor === 'Exento' ? 'IVA exento' : `IVA ${percentage(rate)}`;
    const amount = importe ?? Decimal.zero;
    return { type: 'IVA', factor, rate: rate.toString(), withholding: false, base, amount, label };
  });
  const withheld = retenciones.map(({ impuesto, tasaOCuota, base, importe }): Line => {
    const type = impuesto === taxCodes.ISR ? 'ISR' : 'IVA';
    const rate = tasaOCuota.trimmed();
    const label = `Retención ${type} ${percentage(rate)}`;
    const common = { type, factor: 'Tasa', rate: rate.toString(), withholding: true } as const;
    return { ...common, base, amount: importe, label };
  });
  return [...transferred, ...withheld];
}

const percentage = (rate: Decimal): string => `${rate.times(Decimal.from(100)).trimmed()} %`;
