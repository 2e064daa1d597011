import { computeSale } from '@timbre/cfdi';
import { Decimal } from '@timbre/fiscal';
import fc from 'fast-check';
import type { Item } from './item';
import { chargedItem } from './charged-item';
import { conceptoOf } from './concepto';
import { payableOf, saleTotals } from './sale-totals';

const item: Item = {
  kind: 'custom',
  description: 'Venta',
  satProductCode: '50202306',
  satUnitCode: 'H87',
  quantity: '1',
  unitPrice: '100',
  taxability: 'standard',
  taxRate: '0.16',
};

describe('the discount of a charged item', () => {
  it.each([
    ['if it includes its tax', { discount: '1.005', taxIncluded: true }, '1.01', '98.99'],
    ['below half a cent', { discount: '1.004', taxIncluded: true }, '1', '99.00'],
    ['if its tax is added to it', { discount: '0.13' }, '0.15', '115.85'],
    ['of less than a cent', { discount: '0.004', taxIncluded: true }, undefined, '100.00'],
    ['if it exceeds the amount', { discount: '250', taxIncluded: true }, '100', '0.00'],
  ])('the discount of a charged item is rounded to cents, %s', (_, fields, discount, lineTotal) => {
    expect(chargedItem({ ...item, ...fields })).toMatchObject({ discount, lineTotal });
  });
});

describe('the totals of a sale', () => {
  it('the totals of a sale equal the totals of its invoice, with one line for each tax and rate', () => {
    const items: Item[] = [
      { ...item, quantity: '2', discount: '10' },
      { ...item, unitPrice: '50', taxRate: '0.08' },
      { ...item, unitPrice: '30', taxability: 'exempt', taxRate: undefined },
      { ...item, unitPrice: '1000', withholdings: [{ type: 'ISR', rate: '0.1' }] },
    ];
    const iva = { type: 'IVA', factor: 'Tasa', withholding: false };
    expect(saleTotals(items)).toEqual({
      subtotal: '1280.00',
      discount: '10.00',
      taxes: '94.40',
      total: '1364.40',
      taxBreakdown: [
        { ...iva, rate: '0.16', base: '1190.00', amount: '190.40', label: 'IVA 16 %' },
        { ...iva, rate: '0.08', base: '50.00', amount: '4.00', label: 'IVA 8 %' },
        { ...iva, factor: 'Exento', rate: '0', base: '30.00', amount: '0.00', label: 'IVA exento' },
        {
          type: 'ISR',
          factor: 'Tasa',
          rate: '0.1',
          withholding: true,
          base: '1000.00',
          amount: '100.00',
          label: 'Retención ISR 10 %',
        },
      ],
    });
  });

  it('the totals of a sale preserve the charged prices with tax included to the cent', () => {
    const charged = [
      { ...item, unitPrice: '1.02', taxIncluded: true },
      { ...item, unitPrice: '2.49', taxRate: '0.08', taxIncluded: true },
    ];
    expect(saleTotals(charged).total).toBe('3.51');
  });

  it('the totals of a sale equal the charge of its receipt for any items', () => {
    const sold = fc.record({
      quantity: fc.integer({ min: 1, max: 999 }).map(String),
      unitPrice: fc.integer({ min: 2, max: 999_999 }).map((cents) => (cents / 100).toFixed(2)),
      taxRate: fc.constantFrom('0.16', '0.08', '0'),
      taxIncluded: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(sold, { minLength: 1, maxLength: 8 }), (fields) => {
        const items = fields.map((one): Item => {
          const taxability = one.taxRate === '0' ? 'zero' : 'standard';
          return { ...item, ...one, taxability };
        });
        const { subtotal, discount = '0', taxes, total, taxBreakdown } = saleTotals(items);
        const left = Decimal.from(subtotal).minus(Decimal.from(discount));
        expect(left.plus(Decimal.from(taxes)).toString()).toBe(total);
        const amounts = Decimal.sum(taxBreakdown.map(({ amount }) => Decimal.from(amount)));
        expect(amounts.toString()).toBe(taxes);
        const charged = items.map((one) => Decimal.from(chargedItem(one).lineTotal));
        expect(Decimal.sum(charged).toString()).toBe(total);
      }),
    );
  });

  it('a buyer who withholds taxes pays the same amount on the receipt and on its invoice', () => {
    const isr = { type: 'ISR', rate: '0.1' };
    const withheld: Item['withholdings'][] = [
      undefined,
      [isr],
      [isr, { type: 'IVA', rate: '0.106667' }],
    ];
    const sold = fc.record({
      quantity: fc.integer({ min: 1, max: 999 }).map(String),
      unitPrice: fc.integer({ min: 2, max: 999_999 }).map((cents) => (cents / 100).toFixed(2)),
      discount: fc.constantFrom(undefined, '0.01'),
      taxIncluded: fc.boolean(),
      withholdings: fc.constantFrom(...withheld),
    });
    fc.assert(
      fc.property(fc.array(sold, { minLength: 1, maxLength: 8 }), (fields) => {
        const items = fields.map((one): Item => ({ ...item, ...one }));
        const lines = items.map((one) => {
          const line = chargedItem(one);
          return { ...line, amount: Decimal.from(line.lineTotal) };
        });
        const { total } = saleTotals(items);
        expect(payableOf(lines).toString()).toBe(total);
        const invoiced = lines
          .filter(({ amount }) => amount.isPositive())
          .map(({ amount, quantity, ...line }) => ({
            ...line,
            quantity,
            discount: undefined,
            charged: amount.toString(),
            unitPrice: amount.dividedBy(Decimal.from(quantity), 6).toString(),
          }));
        const concepts = invoiced.map((line) => conceptoOf(line));
        expect(computeSale(concepts, 2).total.toString()).toBe(total);
      }),
      { numRuns: 2_000 },
    );
  });
});
