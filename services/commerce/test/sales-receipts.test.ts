import { commerce } from '@timbre/contract';
import { newId, type CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { adjustInventory } from '../src/operations/adjust-inventory';
import { archiveLocation } from '../src/operations/archive-location';
import { archiveProduct } from '../src/operations/archive-product';
import { createSalesReceipt } from '../src/operations/create-sales-receipt';
import { createSelfInvoiceLink } from '../src/operations/create-self-invoice-link';
import { downloadDocument } from '../src/operations/download-document';
import { getSalesReceipt } from '../src/operations/get-sales-receipt';
import { listInventory } from '../src/operations/list-inventory';
import { listSelfInvoiceLinks } from '../src/operations/list-self-invoice-links';
import { listSoldReceipts } from '../src/operations/list-sold-receipts';
import { putPriceOverride } from '../src/operations/put-price-override';
import { putSalesReceiptFields } from '../src/operations/put-sales-receipt-fields';
import { refundSalesReceipt } from '../src/operations/refund-sales-receipt';
import { updateProduct } from '../src/operations/update-product';
import {
  addContact,
  addLocation,
  addSoldProduct,
  knowIssuer,
  pages,
  receiptEvents,
  saleOf,
  sold,
  startCommerce,
} from './commerce';

let service: ServiceRuntime;
let context: CallContext;
let [productId, locationId] = ['', ''];
beforeAll(async () => void (service = await startCommerce()));
beforeEach(async () => {
  context = callContext();
  service.setClock('2026-11-21T15:00:00.000Z');
  locationId = await addLocation(service, context, { code: 'CEN', name: 'Centro' });
  productId = await addSoldProduct(service, context);
});
afterAll(() => service.close());

type Fields = Partial<commerce.CreateSalesReceiptRequest>;

const sell = (items: commerce.SaleItem[], fields: Fields = {}) =>
  service.answer(createSalesReceipt, context, saleOf(items, fields));
const one = (fields: Fields = {}) => sell([sold(productId)], fields);
const custom = (unitPrice: string, fields: Partial<commerce.SaleItem> = {}): commerce.SaleItem => ({
  kind: 'custom',
  description: 'Café',
  satProductCode: '50201706',
  satUnitCode: 'H87',
  quantity: '1',
  unitPrice,
  ...fields,
});
const refusal = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: { code: string; details: { reason?: string; issues?: { path: unknown[]; code: string }[] } }) => [
      error.code,
      ...(error.details.issues ?? []).map(({ path, code }) => `${path.join('.')}: ${code}`),
    ],
  ); // prettier-ignore
const stockOf = async (id = productId) =>
  (await service.page(listInventory, context, { productId: id })).data.map(({ stock }) => stock);
const receive = (quantity: string, id = productId) =>
  service.answer(adjustInventory, context, {
    productId: id,
    locationId,
    quantity,
    reason: 'Compra',
  });
const settings = (fields: Partial<commerce.PutSalesReceiptFieldsRequest>) =>
  service.answer(putSalesReceiptFields, context, {
    fields: [],
    allowNegativeStock: true,
    ...fields,
  });

describe('createSalesReceipt', () => {
  it('createSalesReceipt returns the charge by line, by rate and in total', async () => {
    const receipt = await sell([sold(productId, '3'), custom('10', { quantity: '1.5' })], {
      customerName: 'Ana',
      notes: 'Para llevar',
    });
    expect(receipt).toEqual({
      category: 'sales_receipt',
      documentRef: expect.stringMatching(/^sales_receipt:[0-9a-f-]{36}$/),
      folio: 'CEN-1',
      status: 'open',
      saleType: 'paid',
      total: { amount: 365.4, currency: 'MXN' },
      refundedTotal: 0,
      invoiceRequested: false,
      createdAt: '2026-11-21T15:00:00.000Z',
      updatedAt: '2026-11-21T15:00:00.000Z',
      businessDate: '2026-11-21',
      customerName: 'Ana',
      locationId,
      locationName: 'Centro',
      paymentForm: '01',
      payments: [{ paymentForm: '01', amount: 365.4 }],
      notes: 'Para llevar',
      taxes: [{ tax: '002', factorType: 'Tasa', rate: 0.16, base: 315, amount: 50.4 }],
      items: [
        {
          lineRef: expect.any(String),
          productId,
          description: 'Silla',
          quantity: 3,
          refundableQuantity: 3,
          unitPrice: 116,
          lineTotal: 348,
          refundableAmount: 348,
          satProductCode: '56101504',
          satUnitCode: 'H87',
          taxability: 'standard',
          taxRate: 0.16,
        },
        {
          lineRef: expect.any(String),
          description: 'Café',
          quantity: 1.5,
          unitPrice: 11.6,
          refundableQuantity: 1.5,
          lineTotal: 17.4,
          refundableAmount: 17.4,
          satProductCode: '50201706',
          satUnitCode: 'H87',
          taxability: 'standard',
          taxRate: 0.16,
        },
      ],
    });
    const documentRef = receipt.documentRef as string;
    expect(await service.answer(getSalesReceipt, context, { documentRef })).toEqual(receipt);
  });

  it('createSalesReceipt stores the seller and adds the seller to every event of the receipt', async () => {
    const seller = `user:${newId()}`;
    const receipt = await one({ seller });
    expect(receipt).toMatchObject({ seller });
    const documentRef = receipt.documentRef as string;
    const all = { lines: [], method: 'cash_back', restock: true, stamp: false };
    await service.answer(refundSalesReceipt, context, { ...all, documentRef });
    for (const happened of ['created', 'refunded'] as const) {
      const [event] = await receiptEvents(service, context.organizationId, happened);
      expect(event).toMatchObject({ seller });
    }
    const { receipts } = await listSoldReceipts.run(service.runtime, context, {});
    expect(receipts).toMatchObject([{ seller }]);
    expect(await one()).not.toHaveProperty('seller');
  });

  it('createSalesReceipt resolves the price of an item without a unit price, and stores the price', async () => {
    const customerId = await addContact(service, context);
    const override = { productId, customerId, price: '95', taxIncluded: false };
    await service.answer(putPriceOverride, context, { fields: override });
    const receipt = await sell([sold(productId, '2'), sold(productId, '1', { unitPrice: '90' })], {
      customerId,
    });
    expect(receipt).toMatchObject({
      customerId,
      customerName: 'ESCUELA KEMPER URGATE',
      items: [
        { unitPrice: 110.2, lineTotal: 220.4 },
        { unitPrice: 90, lineTotal: 90 },
      ],
    });
    const patch = { productId, fields: { price: '1', description: 'Otra' }, cleared: [] };
    await service.answer(updateProduct, context, patch);
    const documentRef = receipt.documentRef as string;
    expect(await service.answer(getSalesReceipt, context, { documentRef })).toEqual(receipt);
  });

  it('createSalesReceipt includes a quantity discount in the unit price, and rounds each line to cents', async () => {
    const id = await addSoldProduct(service, context, {
      price: '99.99',
      quantityDiscounts: { entries: [{ minQuantity: '10', percentage: '7.5' }] },
    });
    expect(await sell([sold(id, '12')])).toMatchObject({
      total: { amount: 1109.89 },
      items: [{ unitPrice: 92.49075, lineTotal: 1109.89 }],
    });
  });

  it('createSalesReceipt adds IEPS and IVA to the price of an item without included tax', async () => {
    const soda = custom('10', {
      quantity: '24',
      discount: '12.5',
      taxes: { entries: [{ type: 'IEPS', factor: 'Cuota', rate: '3.0818', quantityPerUnit: '0.6' }] },
    }); // prettier-ignore
    // (10 + 3.0818 x 0.6) x 1.16 = 13.744933; 24 pieces cost 329.88, less a discount of 12.50 x 1.16.
    expect(await sell([soda])).toMatchObject({
      items: [{ unitPrice: 13.744933, discount: 14.5, lineTotal: 315.38 }],
      taxes: [{ rate: 0.16, base: 271.87931, amount: 43.50069 }],
    });
  });

  it('createSalesReceipt lists taxes by rate: no tax without IVA, and no amount for exempt items', async () => {
    const receipt = await sell([
      custom('116', { taxIncluded: true }),
      custom('58', { taxIncluded: true }),
      custom('20', { taxability: 'zero' }),
      custom('30', { taxability: 'exempt', satProductCode: '55101509' }),
      custom('40', { taxObject: '01', satProductCode: '93151500' }),
    ]);
    expect(receipt.total).toEqual({ amount: 264, currency: 'MXN' });
    expect(receipt.taxes).toEqual([
      { tax: '002', factorType: 'Tasa', rate: 0.16, base: 150, amount: 24 },
      { tax: '002', factorType: 'Tasa', rate: 0, base: 20, amount: 0 },
      { tax: '002', factorType: 'Exento', base: 30 },
    ]);
  });

  it('createSalesReceipt emits the whole receipt with its taxes', async () => {
    const receipt = await one();
    expect(await receiptEvents(service, context.organizationId, 'created')).toEqual([
      {
        receiptId: (receipt.documentRef as string).slice('sales_receipt:'.length),
        version: 1,
        status: 'open',
        saleType: 'paid',
        folio: 'CEN-1',
        total: '116',
        businessDate: '2026-11-21',
        createdAt: '2026-11-21T15:00:00.000Z',
        refundedTotal: '0',
        locationId,
        invoiceRequested: false,
        paymentForm: '01',
        locationName: 'Centro',
        timeZone: 'America/Mexico_City',
        payments: [{ paymentForm: '01', amount: '116.00' }],
        lines: [
          {
            lineRef: (receipt.items as { lineRef: string }[])[0]!.lineRef,
            productId,
            description: 'Silla',
            quantity: '1',
            unitPrice: '116',
            lineTotal: '116',
            refundedQuantity: '0',
            refundedAmount: '0',
            leftTax: '16',
          },
        ],
        taxes: [
          { tax: '002', factorType: 'Tasa', rate: '0.16', base: '100.000000', amount: '16.000000' },
        ],
      },
    ]);
  });

  it('createSalesReceipt reports every unknown identifier', async () => {
    const items = [sold(productId), sold(newId()), sold('x')];
    expect(await refusal(sell(items, { customerId: newId() }))).toEqual([
      'not_found',
      'customerId: contact_not_found',
      'items.1.productId: product_not_found',
      'items.2.productId: product_not_found',
    ]);
    const supplier = await addContact(service, context, { kind: 'supplier' });
    expect(await refusal(one({ customerId: supplier }))).toContain('customerId: contact_not_found');
    expect(await refusal(one({ locationId: newId() }))).toEqual([
      'not_found',
      'locationId: location_not_found',
    ]);
  });

  it('createSalesReceipt rejects items that could not be invoiced, and archived products', async () => {
    const bare = await addSoldProduct(service, context, { price: '0' });
    await service.answer(archiveProduct, context, { productId });
    const items = [sold(productId), sold(bare), custom('5', { satProductCode: '84111505' })];
    expect(await refusal(sell(items))).toEqual([
      'validation_error',
      'items.0.productId: product_archived',
      'items.1.unitPrice: unit_price_zero',
      'items.2.satProductCode: product_key_not_allowed',
    ]);
    const there = await addLocation(service, context);
    await service.answer(archiveLocation, context, { locationId: there });
    expect(await refusal(one({ locationId: there }))).toEqual([
      'conflict',
      'locationId: location_archived',
    ]);
  });
});

describe('the folio', () => {
  it('folios are counted per series without gaps, even with rejected and concurrent sales', async () => {
    const other = await addLocation(service, context, { receiptSeries: 'CEN-1' });
    const plain = await addLocation(service, context);
    await expect(one({ paymentForm: undefined })).rejects.toBeDefined();
    await settings({ allowNegativeStock: false });
    await receive('9');
    const attempts = Array.from({ length: 12 }, () => one());
    const folios = (await Promise.allSettled(attempts)).flatMap((made) =>
      made.status === 'fulfilled' ? [made.value.folio as string] : [],
    );
    expect(folios.sort()).toEqual(Array.from({ length: 9 }, (_, n) => `CEN-${n + 1}`));
    expect((await one({ locationId: other, items: [custom('1')] })).folio).toBe('CEN-1-1');
    expect((await one({ locationId: plain, items: [custom('1')] })).folio).toBe('1');
  });

  it('in an organization without locations, the folio is only a number, and sales move no stock', async () => {
    context = callContext();
    const id = await addSoldProduct(service, context);
    expect(await sell([sold(id)])).toMatchObject({ folio: '1', businessDate: '2026-11-21' });
    expect(await stockOf(id)).toEqual([]);
  });
});

describe('the stock', () => {
  it('a sale reduces the stock with one movement for all lines of a product', async () => {
    await receive('10');
    await sell([sold(productId, '2'), sold(productId, '1.5'), custom('1')]);
    expect(await stockOf()).toEqual([6.5]);
    const moved = await service.rows(
      `select kind, quantity, document_ref from inventory_movements
       where org_id = $1 and kind = 'sale'`,
      [context.organizationId],
    );
    expect(moved).toEqual([
      {
        kind: 'sale',
        quantity: '-3.500000',
        document_ref: expect.stringMatching(/^sales_receipt:/),
      },
    ]);
  });

  it('the stock of a product without movements is not tracked', async () => {
    await settings({ allowNegativeStock: false });
    await sell([sold(productId, '5')]);
    expect(await stockOf()).toEqual([]);
  });

  it('stock may become negative by default; if the organization forbids this, every line that exceeds the stock is reported', async () => {
    const second = await addSoldProduct(service, context);
    await receive('1');
    await receive('1', second);
    await sell([sold(productId, '3')]);
    expect(await stockOf()).toEqual([-2]);
    await settings({ allowNegativeStock: false });
    const items = [sold(second, '1'), custom('1'), sold(second, '1'), sold(productId, '1')];
    expect(await refusal(sell(items))).toEqual([
      'conflict',
      'items.0.quantity: out_of_stock',
      'items.2.quantity: out_of_stock',
      'items.3.quantity: out_of_stock',
    ]);
    expect(await stockOf(second)).toEqual([1]);
  });

  it('the last piece is sold once if two tills sell it concurrently', async () => {
    await settings({ allowNegativeStock: false });
    await receive('1');
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => refusal(one())));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    const short = outcomes.filter((outcome) => outcome !== 'done');
    expect(short).toEqual(Array(3).fill(['conflict', 'items.0.quantity: out_of_stock']));
    expect(await stockOf()).toEqual([0]);
  });

  it('concurrent sales of many products in any order never deadlock', async () => {
    const ids = [productId];
    for (let n = 0; n < 4; n += 1) ids.push(await addSoldProduct(service, context));
    for (const id of ids) await receive('1000', id);
    const sales = Array.from({ length: 30 }, (_, n) =>
      sell((n % 2 ? ids : [...ids].reverse()).map((id) => sold(id))),
    );
    await Promise.all(sales);
    for (const id of ids) expect(await stockOf(id)).toEqual([970]);
  });
});

describe('sale payments', () => {
  it('a sale is paid with one payment form, or with several payments that add up to the total', async () => {
    const parts = (...amounts: string[]) => ({
      paymentForm: undefined,
      payments: amounts.map((amount, n) => ({ paymentForm: `0${n + 1}`, amount })),
    });
    expect(await one(parts('16', '60', '40'))).toMatchObject({
      paymentForm: '02',
      payments: [{ amount: 16 }, { amount: 60 }, { amount: 40 }],
    });
    expect(await refusal(one(parts('16', '60')))).toContain('payments: payments_differ');
    expect(await refusal(one({ paymentForm: undefined }))).toContain(
      'paymentForm: payment_form_missing',
    );
    const both = { payments: [{ paymentForm: '01', amount: '116' }] };
    expect(await refusal(one(both))).toContain('payments: payments_not_allowed');
  });

  it('a courtesy sale has no payment, and shows the value of its goods', async () => {
    const courtesy = { saleType: 'courtesy', paymentForm: undefined };
    await receive('5');
    const receipt = await sell([sold(productId, '2')], courtesy);
    expect(receipt).toMatchObject({
      total: { amount: 0 },
      items: [{ unitPrice: 116, discount: 232, lineTotal: 0 }],
      taxes: [{ base: 0, amount: 0 }],
    });
    expect(receipt).not.toHaveProperty('paymentForm');
    expect(await stockOf()).toEqual([3]);
    const wrong = { ...courtesy, invoiceRequested: true, paymentForm: '01' };
    expect(await refusal(sell([sold(productId, '1', { discount: '1' })], wrong))).toEqual([
      'validation_error',
      'paymentForm: payments_not_allowed',
      'invoiceRequested: invoice_not_possible',
      'items.0.discount: discount_not_allowed',
    ]);
  });

  it("a sale on credit is due by its terms, by its own date or by the customer's payment terms", async () => {
    const fields = { creditEnabled: true, defaultPaymentTermDays: 15 };
    const customerId = await addContact(service, context, fields);
    const credit = { saleType: 'credit', customerId, paymentForm: undefined };
    expect(await one(credit)).toMatchObject({
      paymentDueDate: '2026-12-06',
      operationalBalance: 116,
    });
    const settlementTerms = {
      installmentCount: 2,
      firstDue: { kind: 'months_after_transaction', months: 1 },
      recurrence: { kind: 'last_day' },
    };
    expect(await one({ ...credit, settlementTerms })).toMatchObject({
      settlementTerms,
      paymentDueDate: '2026-12-31',
    });
    const dated = { ...credit, paymentDueDate: '2026-11-30' };
    expect(await one(dated)).toMatchObject({ paymentDueDate: '2026-11-30' });
    expect(await refusal(one({ ...dated, settlementTerms }))).toContain(
      'paymentDueDate: payment_due_date_not_allowed',
    );
    const cash = await addContact(service, context);
    expect(await refusal(one({ ...credit, customerId: cash }))).toEqual([
      'validation_error',
      'customerId: credit_not_enabled',
    ]);
    expect(await refusal(one({ ...credit, customerId: undefined }))).toContain(
      'customerId: customer_missing',
    );
    expect(await refusal(one({ settlementTerms }))).toContain(
      'settlementTerms: settlement_terms_not_allowed',
    );
  });
});

describe('the business date', () => {
  it('the business date is the day at the location', async () => {
    service.setClock('2026-11-22T06:30:00.000Z');
    const tijuana = await addLocation(service, context, { postalCode: '22000' });
    expect(await one()).toMatchObject({ businessDate: '2026-11-22' });
    expect(await one({ locationId: tijuana })).toMatchObject({ businessDate: '2026-11-21' });
  });

  it('the business date may be an earlier day, except if a global invoice includes that day', async () => {
    expect(await one({ businessDate: '2026-10-01' })).toMatchObject({ businessDate: '2026-10-01' });
    expect(await refusal(one({ businessDate: '2026-11-22' }))).toContain(
      'businessDate: business_date_in_future',
    );
    await service.rows(
      `insert into closed_sales_periods (id, org_id, location_id, starts_on, ends_on, cfdi_id)
       values ($1, $2, $3, '2026-11-01', '2026-11-20', $1)`,
      [newId(), context.organizationId, locationId],
    );
    for (const businessDate of ['2026-11-01', '2026-11-20']) {
      expect(await refusal(one({ businessDate }))).toEqual([
        'conflict',
        'businessDate: period_closed',
      ]);
    }
    await one({ businessDate: '2026-11-21' });
    await one({ businessDate: '2026-10-31' });
    const other = await addLocation(service, context);
    await one({ businessDate: '2026-11-20', locationId: other });
  });

  it('the business date may always be today, even after a global invoice of today', async () => {
    await service.rows(
      `insert into closed_sales_periods (id, org_id, location_id, starts_on, ends_on, cfdi_id)
       values ($1, $2, $3, '2026-11-21', '2026-11-21', $1)`,
      [newId(), context.organizationId, locationId],
    );
    for (const businessDate of [undefined, '2026-11-21']) {
      expect(await one({ businessDate })).toMatchObject({ businessDate: '2026-11-21' });
    }
  });
});

describe('custom fields', () => {
  const define = () =>
    settings({
      fields: [
        { key: 'table', label: 'Mesa', type: 'choice', required: true, options: ['1', '2'], showOnReceipt: true },
        { key: 'people', label: 'Personas', type: 'number', required: false, options: [], showOnReceipt: false },
        { key: 'booked', label: 'Reservado', type: 'date', required: false, options: [], showOnReceipt: true },
      ],
    }); // prettier-ignore
  const values = (given: Record<string, string>) => ({
    fields: Object.entries(given).map(([key, value]) => ({ key, value })),
  });

  it('custom field values are stored with their definition at the time of the sale', async () => {
    await define();
    const receipt = await one(values({ people: '2.5', table: '2' }));
    expect(receipt.fields).toEqual([
      { key: 'table', label: 'Mesa', value: '2' },
      { key: 'people', label: 'Personas', value: 2.5 },
    ]);
    await settings({ fields: [] });
    const documentRef = receipt.documentRef as string;
    expect(await service.answer(getSalesReceipt, context, { documentRef })).toEqual(receipt);
    expect(await one()).not.toHaveProperty('fields');
  });

  it('custom field values are validated against their current definitions', async () => {
    await define();
    expect(await refusal(one(values({ people: 'dos', booked: '2026-02-30', other: 'x' })))).toEqual(
      [
        'validation_error',
        'fields.table: field_missing',
        'fields.people: field_value_invalid',
        'fields.booked: field_value_invalid',
        'fields.other: field_unknown',
      ],
    );
    expect(await refusal(one(values({ table: '3' })))).toContain(
      'fields.table: field_value_invalid',
    );
  });
});

const linksOf = async (documentRef: unknown) =>
  (await service.page(listSelfInvoiceLinks, context, { documentRef: documentRef as string }))
    .data as { linkId: string; expiresAt: string }[];

describe('the printed receipt', () => {
  const paper = {
    print: (_: unknown, document: unknown) =>
      Promise.resolve(Buffer.from(JSON.stringify(document))),
  };
  const print = async (documentRef: string, format: string, language?: string) => {
    const runtime = { ...service.runtime, providers: { pages, paper: paper as never } };
    const file = await downloadDocument.run(runtime, context, { documentRef, format, language });
    return { ...file, printed: JSON.parse(file.content.toString()) as Record<string, unknown> };
  };

  it("the printed receipt is a letter page or a ticket with the organization's texts", async () => {
    await settings({ header: 'Café de la Estación', footer: 'Gracias' });
    const documentRef = (await one()).documentRef as string;
    expect(await print(documentRef, 'pdf')).toMatchObject({
      fileName: 'recibo-CEN-1.pdf',
      contentType: 'application/pdf',
      printed: { isTicket: false, header: 'Café de la Estación', footer: 'Gracias' },
    });
    expect((await print(documentRef, 'ticket')).printed).toMatchObject({ isTicket: true });
    expect((await print(documentRef, 'pdf', 'en')).fileName).toBe('receipt-CEN-1.pdf');
    expect(await refusal(print(documentRef, 'xml'))).toContain('format: format_not_available');
    const foreign = { ...context, organizationId: newId() };
    const asked = { documentRef, format: 'pdf' };
    const runtime = { ...service.runtime, providers: { pages, paper: paper as never } };
    await expect(downloadDocument.run(runtime, foreign, asked)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it("the printed receipt is in the customer's language by default", async () => {
    const customer = { legalName: 'ACME INC', documentLanguage: 'en' };
    const customerId = await addContact(service, context, customer);
    const documentRef = (await one({ customerId })).documentRef as string;
    const words = async (language?: string) => {
      const { printed } = await print(documentRef, 'ticket', language);
      return [printed.language, printed.title, printed.kind];
    };
    expect(await words()).toEqual(['en', 'Receipt', 'Paid sale']);
    expect(await words('es')).toEqual(['es', 'Recibo', 'Venta de contado']);
  });

  const lets = { letsSelfInvoice: true };
  const qrOf = async (documentRef: unknown) => {
    const [ticket, letter] = await Promise.all(
      ['ticket', 'pdf'].map((format) => print(documentRef as string, format)),
    );
    expect(letter!.printed.qr).toEqual(ticket!.printed.qr);
    return (ticket!.printed.qr as { url: string } | undefined)?.url;
  };

  it("the printed receipt has the QR code of the sale's link until the link expires", async () => {
    await knowIssuer(service, context);
    const { documentRef } = await one(lets);
    const [link] = await linksOf(documentRef);
    expect(link!.expiresAt).toBe('2026-12-01T06:00:00.000Z');
    expect(await qrOf(documentRef)).toBe(pages.urlOf(link!.linkId));
    service.setClock('2026-12-01T05:59:59.999Z');
    expect(await qrOf(documentRef)).toBeDefined();
    service.setClock('2026-12-01T06:00:00.000Z');
    expect(await qrOf(documentRef)).toBeUndefined();
  });

  it('the printed receipt has a QR code for the number of days in the settings', async () => {
    await knowIssuer(service, context);
    await settings({ selfInvoicingDays: 3 });
    const [link] = await linksOf((await one(lets)).documentRef);
    expect(link!.expiresAt).toBe('2026-11-25T06:00:00.000Z');
    const old = await one({ ...lets, businessDate: '2026-11-17' });
    expect(await qrOf(old.documentRef)).toBeUndefined();
  });

  it('the printed receipt has no QR code if the settings turn links off', async () => {
    await knowIssuer(service, context);
    await settings({ selfInvoicingLinks: false });
    expect(await linksOf((await one(lets)).documentRef)).toEqual([]);
    await settings({});
    expect(await linksOf((await one(lets)).documentRef)).toHaveLength(1);
  });

  it('the printed receipt has no QR code without a fiscal profile, for a courtesy sale, or if the caller has limits', async () => {
    expect(await qrOf((await one(lets)).documentRef)).toBeUndefined();
    await knowIssuer(service, context);
    const courtesy = { ...lets, saleType: 'courtesy', paymentForm: undefined };
    expect(await qrOf((await one(courtesy)).documentRef)).toBeUndefined();
    expect(await qrOf((await one()).documentRef)).toBeUndefined();
  });

  it('the printed receipt keeps the URL in its QR code when the expiry is extended', async () => {
    await knowIssuer(service, context);
    const { documentRef } = (await one(lets)) as { documentRef: string };
    const url = await qrOf(documentRef);
    const ask = (expiresOn: string) =>
      service.answer(createSelfInvoiceLink, context, { documentRef, expiresOn });
    const longer = { linkId: expect.any(String), expiresAt: '2026-12-11T06:00:00.000Z' };
    expect(await ask('2026-12-10')).toEqual(longer);
    expect(await ask('2026-12-10')).toEqual(longer);
    expect(await service.answer(createSelfInvoiceLink, context, { documentRef })).toEqual(longer);
    const shorter = { code: 'conflict', details: { reason: 'link_lasts_longer' } };
    await expect(ask('2026-12-09')).rejects.toMatchObject(shorter);
    service.setClock('2026-12-05T00:00:00.000Z');
    expect(await qrOf(documentRef)).toBe(url);
  });
});

it('listSoldReceipts returns a receipt in the format of its events', async () => {
  await sell([sold(productId), custom('10')], { locationId });
  await sell([custom('20'), sold(productId)]);
  const announced = await receiptEvents(service, context.organizationId, 'created');
  const read = await listSoldReceipts.run(service.runtime, context, {});
  const wire = commerce.ListSoldReceiptsResponse.encode(read).finish();
  expect(commerce.ListSoldReceiptsResponse.decode(wire).receipts).toEqual(announced);
  const afterId = announced.at(-1)!.receiptId;
  expect(await listSoldReceipts.run(service.runtime, context, { afterId })).toEqual({
    receipts: [],
  });
});
