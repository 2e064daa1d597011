import { validateComprobante } from '@timbre/cfdi';
import type { Item } from '@timbre/items';
import {
  codesOf,
  readBack,
  sampleDraft,
  sampleProfile as profile,
  today,
} from '../../../test/sample-draft';
import { comprobanteOf } from '../drafting/comprobante-of';
import type { Customer, DraftInput } from '../drafting/draft';
import { judgeDraftOn } from '../drafting/draft-issues';
import { paymentFacts } from '../payments/payment-facts';

interface Changes {
  input?: Partial<DraftInput>;
  customer?: Partial<Customer> | null;
  items?: Partial<Item>[];
}

const draft = ({ input, ...rest }: Changes = {}) => sampleDraft('transfer', input, rest);
const documentOf = (changes?: Changes) =>
  comprobanteOf(draft(changes), profile, { fecha: '2026-11-21T10:00:00' });

describe('a transfer', () => {
  it('a transfer document has zero totals and no taxes, even if its goods have a value', () => {
    const document = documentOf({ items: [{}, { unitPrice: '0', quantity: '3' }] });
    expect(validateComprobante(document)).toEqual([]);
    const read = readBack(document);
    expect(read).toMatchObject({ tipoDeComprobante: 'T', moneda: 'XXX', exportacion: '01' });
    expect(`${read.subTotal} ${read.total}`).toBe('0 0');
    expect(read.conceptos.map(({ importe, objetoImp }) => `${importe} ${objetoImp}`)).toEqual([
      '201.0 01',
      '0 01',
    ]);
    expect(read.receptor.usoCfdi).toBe('S01');
    const absent = ['formaPago', 'metodoPago', 'impuestos', 'descuento', 'tipoCambio'] as const;
    for (const field of absent) expect(read[field]).toBeUndefined();
    expect(paymentFacts(draft()).paymentTiming).toBeNull();
  });

  it.each<[string, Changes]>([
    ['goods of the issuer to himself', { customer: { rfc: profile.rfc, postalCode: '42501' } }],
    ['a value in pesos', { input: { currency: 'MXN' } }],
    ['a value in dollars', { input: { currency: 'USD', exchangeRate: '18.5' } }],
    ['prices with tax in them, which it does not show', { items: [{ taxIncluded: true }] }],
  ])('a transfer of %s breaks no rule', (_, changes) => {
    expect(judgeDraftOn(draft(changes), profile, today).issues).toEqual([]);
    expect(validateComprobante(documentOf(changes))).toEqual([]);
  });

  it.each<[string, Changes]>([
    ['customerId customer_missing', { customer: null }],
    ['items items_missing', { items: [] }],
    ['items.0.quantity too_small', { items: [{ quantity: '0' }] }],
    ['items.0.discount discount_not_allowed', { items: [{ discount: '1' }] }],
    ['exchangeRate exchange_rate_not_allowed', { input: { exchangeRate: '18' } }],
    ['exchangeRate exchange_rate_missing', { input: { currency: 'USD' } }],
  ])('a transfer is refused for %s', (code, changes) => {
    expect(codesOf(judgeDraftOn(draft(changes), profile, today).issues)).toEqual([code]);
  });
});
