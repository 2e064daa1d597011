import { Decimal } from '@timbre/fiscal';
import { chargedItem } from './charged-item';
import { includedTaxes } from './included-taxes';
import type { Item } from './item';

const beer: Item = {
  kind: 'custom',
  description: 'Cerveza',
  satProductCode: '50202201',
  satUnitCode: 'H87',
  quantity: '1',
  unitPrice: '25',
  taxIncluded: true,
  taxability: 'standard',
  taxRate: '0.16',
  taxes: [{ type: 'IEPS', factor: 'Tasa', rate: '0.265' }],
};
const soda: Item = {
  ...beer,
  quantity: '2',
  unitPrice: '20',
  taxes: [{ type: 'IEPS', factor: 'Cuota', rate: '3.0818', quantityPerUnit: '0.6' }],
};
const cigars: Item = { ...beer, taxes: [{ type: 'IEPS', factor: 'Tasa', rate: '1.6' }] };

/**
 * Returns the taxes included in a sale, as text. The parameter `charged` replaces the charges that
 * the test derives from the lines.
 */
function inside(
  items: Item[],
  owesIeps: boolean,
  changes: { charged?: string; quantity?: string } = {},
) {
  const sold = items.map((item) => {
    const { charged, quantity = item.quantity } = changes;
    const line = chargedItem(item, { owesIeps });
    return { ...line, quantity, amount: Decimal.from(charged ?? line.lineTotal) };
  });
  return includedTaxes(sold).map(({ tax, factorType, rate = '', base, amount = '' }) =>
    [tax, factorType, rate, base, amount].join(' '),
  );
}

const iva = '002 Tasa 0.16 21.551724 3.448276';

describe('the taxes included in a sale', () => {
  it('the taxes included in a sale are IVA and the IEPS that the seller owes; the remaining amount is their base', () => {
    expect(inside([beer], true)).toEqual([iva, '003 Tasa 0.265 17.036936 4.514788']);
  });

  it('the only tax included in a sale is IVA if the seller owes no IEPS, which is then part of the base', () => {
    expect(inside([beer], false)).toEqual([iva]);
  });

  it('the taxes included in a sale contain a fixed amount for each charged unit', () => {
    expect(inside([soda], true)).toEqual([
      '002 Tasa 0.16 34.482759 5.517241',
      '003 Cuota 3.0818 1.200000 3.698160',
    ]);
  });

  it('the taxes included in a sale contain no amount per unit if only money was returned, or if the money is less than that amount', () => {
    const money = { charged: '11.6', quantity: '0' };
    expect(inside([soda], true, money)).toEqual(['002 Tasa 0.16 10.000000 1.600000']);
    const little = { charged: '1.16' };
    expect(inside([soda], true, little)).toEqual(['002 Tasa 0.16 1.000000 0.160000']);
  });

  it('IEPS that the law requires in the price is never shown separately', () => {
    expect(inside([cigars], true)).toEqual([iva]);
  });

  it('the taxes included in a sale are summed by rate', () => {
    const zero: Item = { ...beer, taxability: 'zero', taxRate: '0', unitPrice: '12.65' };
    expect(inside([beer, zero, beer], true)).toEqual([
      '002 Tasa 0.16 43.103448 6.896552',
      '002 Tasa 0 12.650000 0.000000',
      '003 Tasa 0.265 44.073872 11.679576',
    ]);
  });
});
