import type { SaleTotals } from '@timbre/items';
import type { QuoteItem } from './quote';
import { driftOf, paymentFault, statusOf } from './quote-payment';

const accepted: SaleTotals = {
  subtotal: '100.00',
  taxes: '16.00',
  total: '116.00',
  taxBreakdown: [
    {
      type: 'IVA',
      factor: 'Tasa',
      rate: '0.16',
      withholding: false,
      base: '100.00',
      amount: '16.00',
      label: 'IVA 16 %',
    },
  ],
};
const item: QuoteItem = {
  kind: 'custom',
  description: 'Silla',
  quantity: '1',
  unitPrice: '100',
  lineRef: '1',
  satProductCode: '56101504',
  satUnitCode: 'H87',
  taxability: 'standard',
  taxRate: '0.16',
  input: { kind: 'custom', quantity: '1', unitPrice: '100' },
};

describe('payments of a quote', () => {
  const payment = { amount: '116.00', paymentForm: '03', accepted, choices: 1 };
  const faultOf = (changes: object) => paymentFault({ ...payment, ...changes })?.code;

  it('a payment is applied with its form, at its location and for its total', () => {
    expect(faultOf({})).toBeUndefined();
    expect(faultOf({ choices: 0 })).toBeUndefined();
    expect(faultOf({ paymentForm: undefined, choices: 2 })).toBe('payment_form_required');
    expect(faultOf({ choices: 2 })).toBe('location_resolution_required');
    expect(faultOf({ amount: '115.99' })).toBe('fiscal_drift');
  });

  it('a payment is in conflict only if it differs from its quote', () => {
    expect(statusOf('fiscal_drift')).toBe('conflict');
    expect(statusOf('duplicate_payment')).toBe('conflict');
    expect(statusOf('application_failed')).toBe('failed');
  });
});

describe('the accepted charge', () => {
  const driftTo = (changes: Partial<QuoteItem>, totals: Partial<SaleTotals> = {}) =>
    driftOf([item], accepted, {
      items: [{ ...item, ...changes }],
      totals: { ...accepted, ...totals },
    })?.code;

  it('the accepted charge differs after a change of a cent, a rate, a product code or a unit, but not after a change of a description', () => {
    expect(driftTo({ description: 'Otra silla' })).toBeUndefined();
    expect(driftTo({}, { total: '116.01' })).toBe('fiscal_drift');
    expect(driftTo({ taxRate: '0.08' })).toBe('fiscal_drift');
    expect(driftTo({ satProductCode: '56101500' })).toBe('fiscal_drift');
    const [line] = accepted.taxBreakdown;
    expect(driftTo({}, { taxBreakdown: [{ ...line!, amount: '16.01' }] })).toBe('fiscal_drift');
  });
});
