import { writeFileSync } from 'node:fs';
import { pngOf } from '../../test/logos';
import { pagesOf } from '../../test/read-pdf';
import type { SalesDocument } from '../domain/files/sales-document';
import { renderSalesDocument } from './render-sales-document';
import { renderTicket } from './render-ticket';

const seller = {
  rfc: 'EKU9003173C9',
  legalName: 'ESCUELA KEMPER URGATE',
  taxSystem: '601',
  postalCode: '42501',
};
const branding = { accentColor: '#7A1F4B', logo: pngOf(), footer: 'Tel. 771 123 4567' };

const sale: SalesDocument = {
  title: 'Recibo',
  number: 'CEN-128',
  kind: '',
  datedLocal: '2026-11-23T13:45:00',
  band: [
    { label: 'Fecha', value: '2026-11-23 13:45' },
    { label: 'Sucursal', value: 'Centro' },
  ],
  buyerName: 'Comercializadora Ñandú',
  buyer: [],
  terms: [
    { label: 'Efectivo', value: '500.00' },
    { label: 'Tarjeta de débito', value: '660.40' },
    { label: 'Un campo propio con un nombre largo', value: 'Sí' },
    { label: 'Mesa', value: '4' },
  ],
  items: [
    {
      description: 'Silla ergonómica con descansabrazos y un nombre tan largo como otros',
      notes: ['Clave S-01'],
      quantity: '2.5',
      unit: 'Pieza',
      unitPrice: '463.16',
      discount: '50',
      amount: '1157.90',
    },
    {
      description: 'Café',
      notes: [],
      quantity: '1',
      unit: 'Pieza',
      unitPrice: '52.5',
      amount: '52.50',
    },
  ],
  sums: [
    { label: 'Subtotal', amount: '1210.40' },
    { label: 'Descuento', amount: '-50.00' },
    { label: 'IVA 16 % incluido', amount: '160.06' },
  ],
  total: '1160.40',
  notes: 'Sin azúcar.',
  legend: 'Este recibo no es un comprobante fiscal',
  isTicket: true,
  header: 'Café de la Estación\nAv. Juárez 12',
  footer: '¡Gracias por su compra!',
  qr: { url: 'https://cobros.example.com/p/AbCdEfGhIjKlMnOpQrStUv', caption: 'Facture aquí' },
};

const textOf = async (changes: Partial<SalesDocument> = {}) =>
  (await pagesOf(await renderTicket({ sale: { ...sale, ...changes }, seller }))).join('\n');

describe('a ticket', () => {
  it("a ticket shows seller, items, total, payments, the seller's own fields and the link", async () => {
    const text = await textOf();
    for (const shown of [
      'ESCUELA KEMPER URGATE',
      'RFC EKU9003173C9',
      'Recibo CEN-128',
      'Comercializadora Ñandú',
      '2.5 x 463.16',
      '1,157.90',
      '-50.00',
      'IVA 16 % incluido',
      '$1,160.40 MXN',
      'Tarjeta de débito',
      'Mesa',
      'Sin azúcar.',
      'Facture aquí',
      'https://cobros.example.com/p/AbCdEfGhIjKlMnOpQrStUv',
      '¡Gracias por su compra!',
      'Este recibo no es un comprobante fiscal',
    ]) {
      expect(text).toContain(shown);
    }
  });

  it('a ticket is 80 mm wide and as long as its content', async () => {
    const boxOf = async (changes: Partial<SalesDocument>) => {
      const bytes = await renderTicket({ sale: { ...sale, ...changes }, seller });
      const [, width, height] = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(
        Buffer.from(bytes).toString('latin1'),
      )!;
      return [Number(width), Number(height)] as const;
    };
    const [width, height] = await boxOf({});
    expect(width).toBeCloseTo(226.77, 1);
    const items = [...sale.items, ...sale.items];
    expect((await boxOf({ items }))[1]).toBeGreaterThan(height);
  });

  it('a ticket longer than the longest page of a PDF continues on another strip', async () => {
    const items = Array.from({ length: 200 }, () => ({
      ...sale.items[0]!,
      description: 'Descripción larga '.repeat(55),
    }));
    const pages = await pagesOf(await renderTicket({ sale: { ...sale, items }, seller }));
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.at(-1)).toContain('TOTAL');
  });

  it('a ticket of a sandbox states that it has no legal effect, and a ticket of production does not', async () => {
    const printed = async (isSandbox: boolean) =>
      (await pagesOf(await renderTicket({ sale, seller, isSandbox }))).join(' ');
    expect(await printed(true)).toMatch(/PRUEBA .*sin validez/);
    expect(await printed(false)).not.toContain('PRUEBA');
  });

  it('a ticket states that it is canceled', async () => {
    const warning = 'Esta venta fue cancelada.';
    const text = await textOf({ watermark: 'CANCELADO', warning });
    expect(text).toContain('CANCELADO');
    expect(text).toContain(warning);
  });

  it('printing a ticket twice returns two identical files', async () => {
    const one = await renderTicket({ sale, seller, branding });
    expect(await renderTicket({ sale, seller, branding })).toEqual(one);
    if (process.env['SHOW_PDF']) writeFileSync(process.env['SHOW_PDF'], one);
  });
});

it.each([true, false])(
  'the printed ticket shows the address of the seller: %s',
  async (isTicket) => {
    const address = { street: 'Av. Juárez', exterior: '12', postalCode: '42500', country: 'MEX' };
    const job = { sale: { ...sale, isTicket }, seller: { ...seller, address } };
    const text = (
      await pagesOf(await (isTicket ? renderTicket(job) : renderSalesDocument(job)))
    ).join(' ');
    expect(text).toContain('Av. Juárez 12, C.P. 42500');
    expect(text).not.toContain('C.P. 42501');
  },
);

it('a receipt on letter paper also has the seller’s own text and the link', async () => {
  const letter = { sale: { ...sale, isTicket: false }, seller, branding };
  const bytes = await renderSalesDocument(letter);
  const text = (await pagesOf(bytes)).join('\n');
  for (const shown of ['Av. Juárez 12', 'Facture aquí', '¡Gracias por su compra!']) {
    expect(text).toContain(shown);
  }
  if (process.env['SHOW_LETTER']) writeFileSync(process.env['SHOW_LETTER'], bytes);
});
