import { writeFileSync } from 'node:fs';
import { pngOf } from '../../test/logos';
import { pagesOf } from '../../test/read-pdf';
import type { SalesDocument } from '../domain/files/sales-document';
import { renderSalesDocument } from './render-sales-document';

const seller = {
  rfc: 'EKU9003173C9',
  legalName: 'ESCUELA KEMPER URGATE',
  taxSystem: '601',
  postalCode: '42501',
};

const sale: SalesDocument = {
  title: 'Cotización',
  number: '128',
  kind: 'Revisión 2',
  datedLocal: '2026-11-23T00:00:00',
  band: [
    { label: 'Fecha', value: '2026-11-23' },
    { label: 'Vigente hasta', value: '2026-12-23' },
    { label: 'Total', value: '$1,287.60 MXN' },
  ],
  buyerName: 'Comercializadora Ñandú',
  buyer: [{ label: 'Correo', value: 'compras@example.com' }],
  terms: [
    { label: 'Moneda', value: 'MXN – Peso Mexicano' },
    { label: 'Sucursal', value: 'Centro' },
    { label: 'Pago', value: '3 parcialidades; la primera, un mes después de la venta' },
  ],
  items: [
    {
      description: 'Silla ergonómica con descansabrazos',
      notes: ['IVA 16 %'],
      quantity: '2',
      unit: 'Pieza',
      unitPrice: '500',
      discount: '50',
      amount: '1000.00',
    },
    {
      description: 'Libro de contabilidad',
      notes: ['IVA 0 %'],
      quantity: '1',
      unit: 'Pieza',
      unitPrice: '185.6',
      amount: '185.60',
    },
  ],
  sums: [
    { label: 'Subtotal', amount: '1185.60' },
    { label: 'Descuento', amount: '-50.00' },
    { label: 'IVA 16 %', amount: '152.00' },
    { label: 'IVA 0 %', amount: '0.00' },
  ],
  total: '1287.60',
  notes: 'Entrega en cinco días hábiles.\nPrecios sujetos a existencia.',
  legend: 'Esta cotización no es un comprobante fiscal',
};

const textOf = async (changes: Partial<SalesDocument> = {}) =>
  (await pagesOf(await renderSalesDocument({ sale: { ...sale, ...changes }, seller }))).join('\n');

describe('a sales document', () => {
  it('a sales document shows seller, buyer, items, sums and notes', async () => {
    const text = await textOf();
    for (const shown of [
      'Cotización',
      '128',
      'Revisión 2',
      'RFC EKU9003173C9',
      'Comercializadora Ñandú',
      'Silla ergonómica con descansabrazos',
      '-50.00',
      '$1,287.60 MXN',
      'MIL DOSCIENTOS OCHENTA Y SIETE PESOS 60/100 M.N.',
      'Precios sujetos a existencia.',
      'Esta cotización no es un comprobante fiscal',
    ]) {
      expect(text).toContain(shown);
    }
  });

  it('a quote has a watermark on every page after it has expired', async () => {
    const text = await textOf({ watermark: 'VENCIDA', warning: 'Su vigencia terminó.' });
    expect(text).toContain('Su vigencia terminó.');
    expect(text).toContain('VENCIDA');
  });

  it('a sales document of a sandbox has the sandbox mark beside its own mark', async () => {
    const input = { sale: { ...sale, watermark: 'VENCIDA' }, seller, isSandbox: true };
    const [page] = await pagesOf(await renderSalesDocument(input));
    for (const mark of ['VENCIDA', 'SIN VALIDEZ FISCAL']) expect(page).toContain(mark);
  });

  it('printing a sales document twice returns two identical files', async () => {
    const branding = { accentColor: '#7A1F4B', logo: pngOf(), footer: 'Tel. 771 123 4567' };
    const one = await renderSalesDocument({ sale, seller, branding });
    expect(await renderSalesDocument({ sale, seller, branding })).toEqual(one);
    if (process.env['SHOW_PDF']) writeFileSync(process.env['SHOW_PDF'], one);
  });

  it('a sales document repeats the head of its table on each page', async () => {
    const items = Array.from({ length: 200 }, () => sale.items[0]!);
    const pages = await pagesOf(await renderSalesDocument({ sale: { ...sale, items }, seller }));
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages.slice(0, -1)) expect(page).toContain('Precio unitario');
  });
});
