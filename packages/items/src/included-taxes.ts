import { Decimal, taxCodes, firstIn } from '@timbre/fiscal';
import type { ChargedItem } from './charged-item';
import { shownIeps, unitsOf } from './item-tax';

/** A tax that is included in an amount. Decimals are text; base and amount have six decimals. */
export interface IncludedTax {
  /** The code of c_Impuesto: 002 IVA, 003 IEPS. */
  tax: string;
  /** The factor of c_TipoFactor (Tasa, Cuota or Exento). */
  factorType: string;
  /** The rate as a fraction, or for a Cuota as pesos for each unit; absent if the item is exempt. */
  rate?: string | undefined;
  /** The taxed amount or, for a Cuota, the number of taxed units. */
  base: string;
  /** The tax amount; absent if the item is exempt. */
  amount?: string | undefined;
}

/** The charge for a quantity of an item. */
export type Charged = Pick<
  ChargedItem,
  'taxability' | 'taxRate' | 'taxes' | 'iepsApart' | 'quantity'
> & { amount: Decimal };

const taxDecimals = 6;
const { IVA, IEPS } = taxCodes;

/**
 * Returns the taxes included in charged amounts, one entry for each rate, with IVA first. The base of IVA
 * is the amount without IVA; base plus IVA equals the amount. IEPS that is shown separately is part of
 * the base of IVA, and the base of the IEPS is the remaining amount. An item has no IVA entry if its tax
 * object excludes IVA.
 */
export function includedTaxes(charged: readonly Charged[]): IncludedTax[] {
  const sums = new Map<string, Decimal>();
  for (const { taxability, taxRate, amount } of charged) {
    if (!taxability) continue;
    const rate = taxability === 'exempt' ? '' : rateText(taxRate ?? '0');
    sums.set(rate, (sums.get(rate) ?? Decimal.zero).plus(amount));
  }
  return [
    ...[...sums.entries()].map(([rate, sum]) => ivaInside(rate, sum)),
    ...iepsInside(charged),
  ];
}

function ivaInside(rate: string, sum: Decimal): IncludedTax {
  if (rate === '') return { tax: IVA, factorType: 'Exento', base: shown(sum) };
  const base = sum.dividedBy(Decimal.one.plus(Decimal.from(rate)), taxDecimals);
  const amount = shown(sum.minus(base));
  return { tax: IVA, factorType: 'Tasa', rate, base: shown(base), amount };
}

/**
 * Returns the IEPS included in charged amounts. Goods with the same taxes are summed, as in a global
 * invoice.
 */
function iepsInside(charged: readonly Charged[]): IncludedTax[] {
  const kinds = Map.groupBy(
    charged.filter(({ iepsApart }) => iepsApart),
    ({ taxability, taxRate, taxes }) => JSON.stringify([taxability, taxRate, taxes]),
  );
  const lines = [...kinds.values()].flatMap((same) => {
    const sum = (of: (one: Charged) => Decimal) => Decimal.sum(same.map(of));
    return iepsOf({
      ...firstIn(same),
      amount: sum(({ amount }) => amount),
      quantity: sum(({ quantity }) => Decimal.from(quantity)).toString(),
    });
  });
  const byRate = Map.groupBy(lines, ({ factorType, rate }) => `${factorType} ${rate}`);
  return [...byRate.values()].map((same) => ({
    tax: IEPS,
    factorType: firstIn(same).factorType,
    rate: firstIn(same).rate,
    base: shown(Decimal.sum(same.map(({ base }) => base))),
    amount: shown(Decimal.sum(same.map(({ amount }) => amount))),
  }));
}

function iepsOf(sold: Charged) {
  const taxes = shownIeps({ ...sold, amount: sold.amount.toString() });
  const rates = taxes.filter(({ factor }) => factor === 'Tasa');
  const fees = taxes
    .filter(({ factor }) => factor === 'Cuota')
    .map(({ rate, quantityPerUnit }) => {
      const base = unitsOf(sold.quantity, quantityPerUnit);
      const amount = base.times(Decimal.from(rate));
      return { factorType: 'Cuota', rate: rateText(rate), base, amount };
    });
  const factor = (all: readonly string[]) => Decimal.one.plus(Decimal.sum(all.map(Decimal.from)));
  const beforeIva = sold.amount.dividedBy(factor([sold.taxRate ?? '0']), taxDecimals);
  const withoutFees = beforeIva.minus(Decimal.sum(fees.map(({ amount }) => amount)));
  const base = withoutFees.dividedBy(factor(rates.map(({ rate }) => rate)), taxDecimals);
  return [
    ...rates.map(({ rate }) => {
      const amount = base.times(Decimal.from(rate));
      return { factorType: 'Tasa', rate: rateText(rate), base, amount };
    }),
    ...fees,
  ];
}

const rateText = (rate: string): string => Decimal.from(rate).trimmed().toString();
const shown = (amount: Decimal): string => amount.round(taxDecimals).toString();
