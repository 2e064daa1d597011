import { computeComprobante } from '@timbre/cfdi';
import { conceptoOf } from './concepto';
import { withIepsInPrice } from './ieps-in-price';
import type { Item } from './item';

const beer: Item = {
  kind: 'custom',
  description: 'Cerveza',
  satProductCode: '50202201',
  satUnitCode: 'H87',
  quantity: '24',
  unitPrice: '18.75',
  taxability: 'standard',
  taxRate: '0.16',
  taxes: [{ type: 'IEPS', factor: 'Tasa', rate: '0.265' }],
};
const soda: Item = {
  ...beer,
  unitPrice: '10',
  taxes: [{ type: 'IEPS', factor: 'Cuota', rate: '3.0818', quantityPerUnit: '0.6' }],
};
const tobacco: Item = {
  ...beer,
  taxes: [
    { type: 'IEPS', factor: 'Tasa', rate: '1.6' },
    { type: 'IEPS', factor: 'Cuota', rate: '0.8516', quantityPerUnit: '20' },
  ],
};

function sold(item: Item, asksForIeps: boolean) {
  const { total, subTotal, impuestos } = computeComprobante({
    fecha: '2026-11-20T12:00:00',
    tipoDeComprobante: 'I',
    exportacion: '01',
    moneda: 'MXN',
    currencyDecimals: 2,
    lugarExpedicion: '42501',
    emisor: { rfc: '', nombre: '', regimenFiscal: '601' },
    receptor: {
      rfc: '',
      nombre: '',
      domicilioFiscalReceptor: '',
      regimenFiscalReceptor: '',
      usoCfdi: '',
    },
    conceptos: [conceptoOf(item, { asksForIeps })],
  });
  const taxes = (impuestos?.traslados ?? []).map(({ impuesto, base }) => `${impuesto} ${base}`);
  return { total: total.toString(), subTotal: subTotal.toString(), taxes };
}

describe('IEPS', () => {
  it('IEPS is shown separately to a customer who requests the separation', () => {
    expect(sold(beer, true)).toEqual({
      total: '660.33',
      subTotal: '450.00',
      taxes: ['003 450.00', '002 569.25'],
    });
  });

  it.each([
    ['a rate', beer],
    ['a quota', soda],
    ['a discount', { ...beer, discount: '40' }],
    ['a price with tax included', { ...beer, taxIncluded: true }],
  ])(
    'IEPS is included in the price by default, and the customer pays the same amount: %s',
    (_, item) => {
      const shown = sold(item, true);
      const held = sold(item, false);
      expect(held.total).toBe(shown.total);
      expect(held.taxes).toEqual(shown.taxes.filter((line) => line.startsWith('002')));
      expect(held.taxes).toHaveLength(1);
    },
  );

  it('the IEPS of tobacco is always included in the price', () => {
    expect(sold(tobacco, true)).toEqual(sold(tobacco, false));
    expect(sold(tobacco, true).taxes).toHaveLength(1);
  });

  it('goods without IVA have tax object 08 instead of 07 if the price includes their IEPS', () => {
    const { taxability: _, taxRate: _rate, ...food } = beer;
    expect(withIepsInPrice({ ...food, taxObject: '07' })).toMatchObject({ taxObject: '08' });
    expect(withIepsInPrice({ ...food, taxObject: '06' })).toMatchObject({ taxObject: '06' });
  });

  it('an item without IEPS, or an item that is given away, is not changed', () => {
    const { taxes: _, ...plain } = beer;
    expect(withIepsInPrice(plain)).toBe(plain);
    expect(withIepsInPrice({ ...beer, discount: '450' })).toEqual({ ...plain, discount: '450' });
  });
});
