import { printedReceipt, type PrintableReceipt } from './printed-receipt';

const item = {
  kind: 'product' as const,
  description: 'Silla',
  satProductCode: '56101504',
  satUnitCode: 'H87',
  quantity: '3',
  unitPrice: '116',
  discount: '48',
  sku: 'S-1',
  taxIncluded: true as const,
  lineTotal: '300.00',
};
const receipt: PrintableReceipt = {
  folio: 'CEN-7',
  status: 'open',
  saleType: 'paid',
  businessDate: '2026-11-21',
  createdAt: new Date('2026-11-22T05:30:00.000Z'),
  total: '300.00',
  refundedTotal: '0.00',
  locationName: 'Centro',
  customerName: 'Ana',
  taxes: [
    { tax: '002', factorType: 'Tasa', rate: '0.16', base: '258.620690', amount: '41.379310' },
    { tax: '002', factorType: 'Exento', base: '0.000000' },
  ],
  payments: [
    { paymentForm: '01', amount: '100.00' },
    { paymentForm: '28', amount: '200.00' },
  ],
  fields: [
    { label: 'Mesa', value: 4, showOnReceipt: true },
    { label: 'Clave interna', value: 'x', showOnReceipt: false },
  ],
  lines: [{ item }],
};
const paper = { language: 'es' as const, isTicket: true, zone: 'America/Mexico_City' };

it('a printed receipt shows the sold items, the payment forms and the visible custom fields', () => {
  const printed = printedReceipt(receipt, { ...paper, header: 'Hola', footer: 'Gracias' });
  expect(printed).toMatchObject({
    title: 'Recibo',
    number: 'CEN-7',
    kind: 'Venta de contado',
    isTicket: true,
    datedLocal: '2026-11-21T23:30:00',
    buyerName: 'Ana',
    header: 'Hola',
    footer: 'Gracias',
    band: [
      { label: 'Fecha', value: '2026-11-21 23:30' },
      { label: 'Sucursal', value: 'Centro' },
    ],
    terms: [
      { label: 'Efectivo', value: '100.00' },
      { label: 'Tarjeta de débito', value: '200.00' },
      { label: 'Mesa', value: '4' },
    ],
    items: [{ unit: 'Pieza', notes: ['Clave S-1'], discount: '48', amount: '348.00' }],
    sums: [
      { label: 'Subtotal', amount: '348.00' },
      { label: 'Descuento', amount: '-48' },
      { label: 'IVA 16 % incluido', amount: '41.38' },
    ],
  });
  expect(printed).not.toHaveProperty('qr');
  expect(printed).not.toHaveProperty('watermark');
});

it('a printed receipt shows refunds, its cancellation, and the link for an invoice', () => {
  const changes = { status: 'canceled', refundedTotal: '50.00', businessDate: '2026-11-01' };
  const invoicingUrl = 'https://api.example/p/x';
  expect(printedReceipt({ ...receipt, ...changes }, { ...paper, invoicingUrl })).toMatchObject({
    watermark: 'CANCELADO',
    band: [{ value: '2026-11-01' }, {}],
    terms: expect.arrayContaining([{ label: 'Devuelto', value: '-50.00' }]) as unknown,
    qr: { url: invoicingUrl },
  });
});

it('a printed receipt shows the taxes that the buyer withholds', () => {
  const { sums } = printedReceipt({ ...receipt, total: '274.14' }, paper);
  expect(sums.at(-1)).toEqual({ label: 'Impuestos retenidos', amount: '-25.86' });
});

it("a printed receipt shows the address of the branch before the organization's header", () => {
  const address = { street: 'Av. Juárez', exterior: '12', city: 'Pachuca', state: 'HGO' };
  const branch = { postalCode: '42501', address, phone: '771 123 4567' };
  const printed = (more: object) => printedReceipt(receipt, { ...paper, ...more }).header;
  expect(printed({ branch, header: 'Hola' })).toBe(
    'Av. Juárez 12, Pachuca, HGO, C.P. 42501\nTel. 771 123 4567\nHola',
  );
  expect(printed({ branch: { postalCode: '42501' }, header: 'Hola' })).toBe('Hola');
  expect(printed({ branch: { postalCode: '42501', address: null, phone: null } })).toBeUndefined();
});
