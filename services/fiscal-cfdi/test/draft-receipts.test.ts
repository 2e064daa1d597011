import { parseComprobante } from '@timbre/cfdi';
import { fiscalCfdi } from '@timbre/contract';
import type { CallContext, Operation, Refusal } from '@timbre/kit';
import { createCfdi } from '../src/operations/create-cfdi';
import { createSeries } from '../src/operations/create-series';
import { deleteCfdi } from '../src/operations/delete-cfdi';
import { draftGlobalCreditNote } from '../src/operations/draft-global-credit-note';
import { draftGlobalInvoice } from '../src/operations/draft-global-invoice';
import { draftReceiptCreditNote } from '../src/operations/draft-receipt-credit-note';
import { draftReceiptInvoice } from '../src/operations/draft-receipt-invoice';
import { duplicateCfdi } from '../src/operations/duplicate-cfdi';
import { getCfdi } from '../src/operations/get-cfdi';
import { updateCfdi } from '../src/operations/update-cfdi';
import { customItem, idOf, incomeInput, newDraft } from './cfdi';
import { newIssuer, stamp, stampKey, startStamping, type Stamping } from './stamping';

let stamping: Stamping;
beforeAll(async () => void (stamping = await startStamping()));
afterAll(() => stamping.close());

type Draft = fiscalCfdi.ReceiptsDraft;
type Receipt = fiscalCfdi.GlobalReceipt;

const ask = <Request>(
  operation: Operation<Request, unknown, Draft>,
  context: CallContext,
  request: Request,
): Promise<Draft> => operation.run(stamping.service.runtime as never, context, request);

const refusal = (asked: Promise<unknown>): Promise<Refusal> =>
  asked.then(
    (answer) => Promise.reject(new Error(`not refused: ${JSON.stringify(answer)}`)),
    (error: Refusal) => error,
  );

const get = (context: CallContext, documentRef: string): Promise<Record<string, unknown>> =>
  stamping.service.answer(getCfdi as never, context, { documentRef } as never);

/** Creates an issuer that can also issue credit notes. */
async function newShop(): Promise<CallContext> {
  const context = await newIssuer(stamping);
  const series = { code: 'NC', kind: 'credit_note', isDefault: true };
  await stamping.service.answer(createSeries as never, context, series as never);
  return context;
}

let receipts = 0;

/** Builds a receipt with one rate of IVA and a unique folio. */
function receipt(amount: string, changes: Partial<Receipt> = {}): Receipt {
  receipts += 1;
  return {
    documentRef: `sales_receipt:${receipts}`,
    folio: `CENTRO-${receipts}`,
    formCode: '01',
    parts: [{ amount, taxability: 'standard', taxRate: '0.16' }],
    ...changes,
  };
}

const global = (
  all: Receipt[],
  changes: Partial<fiscalCfdi.DraftGlobalInvoiceRequest> = {},
): fiscalCfdi.DraftGlobalInvoiceRequest => ({
  key: `global ${all[0]?.folio}`,
  placeOfIssue: '42501',
  period: { periodicity: '01', months: '11', year: 2026 },
  periodEndedOn: '2026-11-20',
  receipts: all,
  ...changes,
});

/** Stamps the draft and returns its XML. */
async function stampedXml(context: CallContext, documentRef: string) {
  await stamp(stamping, stampKey(context), documentRef);
  const [row] = await stamping.service.rows<{ xml: Buffer }>(
    'select stamped_xml as xml from cfdi where id = $1',
    [idOf({ documentRef })],
  );
  return parseComprobante(row!.xml.toString()).document;
}

const text = (value: { toString(): string } | undefined) => value?.toString();

describe('draftGlobalInvoice', () => {
  it('a global invoice of receipts equals the example in the SAT’s guide', async () => {
    const context = await newShop();
    const sold = [receipt('150.80'), receipt('411.80'), receipt('417.58', { formCode: '04' })];
    const { documentRef, total } = await ask(draftGlobalInvoice, context, global(sold));
    expect(total).toBe('980.18');
    const document = await stampedXml(context, documentRef);
    expect(document).toMatchObject({
      formaPago: '04',
      metodoPago: 'PUE',
      exportacion: '01',
      informacionGlobal: { periodicidad: '01', meses: '11', año: 2026 },
      receptor: {
        rfc: 'XAXX010101000',
        nombre: 'PUBLICO EN GENERAL',
        domicilioFiscalReceptor: '42501',
        regimenFiscalReceptor: '616',
        usoCfdi: 'S01',
      },
    });
    expect(document.condicionesDePago).toBeUndefined();
    expect(text(document.subTotal)).toBe('844.98');
    expect(text(document.impuestos?.totalImpuestosTrasladados)).toBe('135.20');
    expect(text(document.total)).toBe('980.18');
    const concepts = document.conceptos.map((concepto) => ({
      key: concepto.claveProdServ,
      folio: concepto.noIdentificacion,
      unit: [concepto.claveUnidad, concepto.unidad, concepto.descripcion],
      base: text(concepto.impuestos?.traslados?.[0]?.base),
      tax: text(concepto.impuestos?.traslados?.[0]?.importe),
    }));
    const unit = ['ACT', 'Actividad', 'Venta'];
    expect(concepts).toEqual(
      [
        ['130.000000', '20.800000'],
        ['355.000000', '56.800000'],
        ['359.982759', '57.597241'],
      ].map(([base, tax], index) => ({
        key: '01010101',
        folio: sold[index]!.folio,
        unit,
        base,
        tax,
      })),
    );
  });

  it('a global invoice has one concept for a receipt with several rates, and the exact charged total', async () => {
    const context = await newShop();
    const mixed = receipt('0', {
      parts: [
        { amount: '116.01', taxability: 'standard', taxRate: '0.16' },
        { amount: '20.49', taxability: 'zero', taxRate: '0' },
        { amount: '10.00', taxability: 'exempt' },
        { amount: '5.00' },
      ],
    });
    const untaxed = receipt('0', { parts: [{ amount: '7.50' }] });
    const request = global([mixed, untaxed, receipt('1.02')]);
    const { documentRef } = await ask(draftGlobalInvoice, context, request);
    const document = await stampedXml(context, documentRef);
    expect(text(document.total)).toBe('160.02');
    const [first, second] = document.conceptos;
    expect(first!.objetoImp).toBe('02');
    expect(
      first!.impuestos!.traslados!.map((line) => [
        line.tipoFactor,
        text(line.tasaOCuota),
        text(line.base),
      ]),
    ).toEqual([
      ['Tasa', '0.160000', '100.008621'],
      ['Tasa', '0.000000', '20.490000'],
      ['Exento', undefined, '10.000000'],
    ]);
    expect(second).toMatchObject({ objetoImp: '01' });
    expect(second!.impuestos).toBeUndefined();
  });

  it('a global invoice has the form of payment of the largest receipt, or among equal receipts the lowest code', async () => {
    const context = await newShop();
    const sold = [
      receipt('10.00'),
      receipt('50.00', { formCode: '28' }),
      receipt('50.00', { formCode: '04' }),
    ];
    const { documentRef } = await ask(draftGlobalInvoice, context, global(sold));
    expect(await get(context, documentRef)).toMatchObject({ payment: { formCode: '04' } });
  });

  it('draftGlobalInvoice returns the same draft for a repeated key, even after its stamp', async () => {
    const context = await newShop();
    const request = global([receipt('99.99')]);
    const drafted = await ask(draftGlobalInvoice, context, request);
    expect(drafted).toMatchObject({ status: 'draft', total: '99.99' });
    expect(await ask(draftGlobalInvoice, context, request)).toEqual(drafted);
    await stamp(stamping, stampKey(context), drafted.documentRef);
    expect(await ask(draftGlobalInvoice, context, request)).toEqual({
      ...drafted,
      status: 'valid',
    });
  });

  it('draftGlobalInvoice creates one draft for two concurrent requests with the same key', async () => {
    const context = await newShop();
    const request = global([receipt('20.00')]);
    const drafts = await Promise.all(
      Array.from({ length: 6 }, () => ask(draftGlobalInvoice, context, request)),
    );
    for (const draft of drafts) expect(draft).toEqual(drafts[0]);
  });

  it('draftGlobalInvoice treats equal keys of two organizations as different keys', async () => {
    const request = global([receipt('20.00')]);
    const one = await ask(draftGlobalInvoice, await newShop(), request);
    const other = await ask(draftGlobalInvoice, await newShop(), request);
    expect(other.documentRef).not.toBe(one.documentRef);
  });

  it('draftGlobalInvoice refuses a request without receipts, period or key, or with more than 1,250 receipts', async () => {
    const context = await newShop();
    const requests = [
      global([]),
      global(Array.from({ length: 1_251 }, () => receipt('1'))),
      global([receipt('1')], { period: undefined } as never),
    ];
    for (const request of requests) {
      const { details } = await refusal(ask(draftGlobalInvoice, context, { ...request, key: 'x' }));
      expect(details.issues).toMatchObject([{ code: 'global_receipts_invalid' }]);
    }
    const noKey = global([receipt('1')], { key: '' });
    const { details } = await refusal(ask(draftGlobalInvoice, context, noKey));
    expect(details.issues).toMatchObject([{ path: ['key'], code: 'key_invalid' }]);
  });

  it('draftGlobalInvoice returns a warning if the period ended more than a day ago', async () => {
    const context = await newShop();
    const late = global([receipt('1')], { periodEndedOn: '2026-11-18' });
    const { documentRef } = await ask(draftGlobalInvoice, context, late);
    expect(await get(context, documentRef)).toMatchObject({
      warnings: [{ code: 'global_period_late' }],
    });
    const inTime = await ask(draftGlobalInvoice, context, global([receipt('1')]));
    expect((await get(context, inTime.documentRef))['warnings']).toBeUndefined();
  });

  it('draftGlobalInvoice creates drafts that cannot be changed or duplicated, but can be deleted and created again', async () => {
    const context = await newShop();
    const request = global([receipt('35.00')]);
    const { documentRef } = await ask(draftGlobalInvoice, context, request);
    const input = incomeInput(stamping, context);
    const { service } = stamping;
    for (const refused of [
      service.answer(updateCfdi as never, context, { documentRef, input } as never),
      service.answer(duplicateCfdi as never, context, { documentRef } as never),
    ]) {
      expect(await refusal(refused)).toMatchObject({
        code: 'conflict',
        details: { reason: 'made_from_receipts' },
      });
    }
    await service.answer(deleteCfdi as never, context, { documentRef } as never);
    const again = await ask(draftGlobalInvoice, context, request);
    expect(again.documentRef).not.toBe(documentRef);
  });

  it('draftGlobalInvoice creates an XML of less than a megabyte for 1,250 receipts with three rates, and an event with only their number', async () => {
    const context = await newShop();
    const taxes = [
      { taxability: 'standard', taxRate: '0.16' },
      { taxability: 'zero' },
      { taxability: 'exempt' },
    ];
    const many = Array.from({ length: 1_250 }, (_, index) => {
      const amount = `${1_000_010 + (index % 977)}.${String(index % 100).padStart(2, '0')}`;
      const parts = taxes.map((tax) => ({ ...tax, amount }));
      return { ...receipt(amount), parts, folio: `${'S'.repeat(25)}-${10_000_000 + index}` };
    });
    const charged = many.reduce(
      (sum, { parts }) => sum + 3 * Math.round(Number(parts[0]!.amount) * 100),
      0,
    );
    const { documentRef, total } = await ask(draftGlobalInvoice, context, global(many));
    expect(Math.round(Number(total) * 100)).toBe(charged);
    const document = await stampedXml(context, documentRef);
    expect(document.conceptos).toHaveLength(1_250);
    expect(text(document.total)).toBe(Number(total).toFixed(2));
    const events = await stamping.service.rows<{ payload: Buffer }>(
      'select payload from outbox where aggregate_id = $1 order by id',
      [idOf({ documentRef })],
    );
    expect(events.length).toBeGreaterThan(1);
    for (const { payload } of events) {
      expect(payload.length).toBeLessThan(2_000);
      const { origin, stock } = fiscalCfdi.Cfdi.decode(payload);
      expect(origin).toEqual({ key: `global ${many[0]!.folio}`, receiptCount: 1_250 });
      expect(stock).toBeUndefined();
    }
    const detail = await get(context, documentRef);
    expect(Buffer.byteLength(JSON.stringify(detail))).toBeLessThan(4 << 20);
  });
});

const customer: fiscalCfdi.ReceiptCustomer = {
  customerId: '019e5a5e-0000-7000-8000-000000000001',
  version: 3,
  legalName: 'Universidad Robótica Española',
  rfc: 'URE180429TM6',
  taxSystem: '601',
  postalCode: '86991',
};

const line = (
  charged: string,
  changes: Partial<fiscalCfdi.CfdiItem> = {},
): fiscalCfdi.CfdiItem => ({
  ...customItem,
  description: `Silla ${(receipts += 1)}`,
  quantity: '3',
  unitPrice: '',
  charged,
  taxRate: '0.16',
  taxability: 'standard',
  ...changes,
});

const invoice = (
  lines: fiscalCfdi.CfdiItem[],
  changes: Partial<fiscalCfdi.DraftReceiptInvoiceRequest> = {},
): fiscalCfdi.DraftReceiptInvoiceRequest => ({
  key: `invoice ${(receipts += 1)}`,
  placeOfIssue: '86991',
  receiptRefs: ['sales_receipt:1', 'sales_receipt:2'],
  addendaValues: {},
  customer,
  cfdiUse: 'G03',
  payment: { timing: 'single_payment', formCode: '01', settlementTerms: undefined },
  lines,
  ...changes,
});

describe('draftReceiptInvoice', () => {
  it('draftReceiptInvoice invoices the sold items at exactly the charged prices, with the branch as the place of issue', async () => {
    const context = await newShop();
    const productId = '019e5a5e-0000-7000-8000-000000000002';
    const lines = [
      line('100.00', { productId }),
      line('0.01', { quantity: '7' }),
      line('33.33', { taxRate: '0', taxability: 'zero' }),
    ];
    const { documentRef } = await ask(draftReceiptInvoice, context, invoice(lines));
    const detail = await get(context, documentRef);
    expect(detail).toMatchObject({
      total: { amount: 133.34 },
      customerId: customer.customerId,
      receiver: { rfc: 'URE180429TM6', postalCode: '86991' },
      fiscal: { placeOfIssue: '86991' },
    });
    expect(detail['inventoryImpact']).toBeUndefined();
    expect(detail['items']).toMatchObject([{ productId, quantity: 3, taxIncluded: true }, {}, {}]);
    const document = await stampedXml(context, documentRef);
    expect(text(document.total)).toBe('133.34');
    expect(text(document.conceptos[0]!.cantidad)).toBe('3');
    expect(text(document.conceptos[0]!.valorUnitario)).toBe('28.735632');
  });

  it('draftReceiptInvoice reports every fault of the customer and the items', async () => {
    const context = await newShop();
    const { rfc: _, ...nameless } = customer;
    const lines = [line('5.00', { satProductCode: '99999999' })];
    const request = invoice(lines, { customer: nameless, cfdiUse: 'XX' });
    const { code, details } = await refusal(ask(draftReceiptInvoice, context, request));
    expect(code).toBe('validation_error');
    expect(details.issues!.map(({ path, code: issue }) => `${path.join('.')} ${issue}`)).toEqual([
      'customerId customer_rfc_missing',
      'cfdiUse cfdi_use_not_in_catalog',
      'items.0.satProductCode product_key_not_in_catalog',
    ]);
  });
});

describe('credit notes of receipts', () => {
  it('credit notes of receipts can credit a receipt of a global invoice', async () => {
    const context = await newShop();
    const sold = receipt('417.58');
    const issued = await ask(draftGlobalInvoice, context, global([receipt('150.80'), sold]));
    const note = {
      key: `refund ${sold.folio}`,
      globalDocumentRef: issued.documentRef,
      receiptRef: sold.documentRef,
      folio: sold.folio,
      formCode: '01',
      description: 'Devolución de mercancías',
      parts: [{ amount: '208.79', taxability: 'standard', taxRate: '0.16' }],
    };
    expect(await refusal(ask(draftGlobalCreditNote, context, note))).toMatchObject({
      code: 'conflict',
      details: { reason: 'not_stamped' },
    });
    await stamp(stamping, stampKey(context), issued.documentRef);
    const { documentRef } = await ask(draftGlobalCreditNote, context, note);
    const document = await stampedXml(context, documentRef);
    const { uuid } = await get(context, issued.documentRef);
    expect(document).toMatchObject({
      tipoDeComprobante: 'E',
      formaPago: '01',
      cfdiRelacionados: [{ tipoRelacion: '01', cfdiRelacionado: [{ uuid }] }],
      receptor: { rfc: 'XAXX010101000', nombre: 'PUBLICO EN GENERAL', usoCfdi: 'S01' },
      conceptos: [
        {
          claveProdServ: '84111506',
          claveUnidad: 'ACT',
          noIdentificacion: sold.folio,
          descripcion: 'Devolución de mercancías',
        },
      ],
    });
    expect(document.informacionGlobal).toBeUndefined();
    expect(text(document.subTotal)).toBe('179.99');
    expect(text(document.impuestos?.totalImpuestosTrasladados)).toBe('28.80');
    expect(text(document.total)).toBe('208.79');
    const [base] = document.conceptos[0]!.impuestos!.traslados!;
    expect([text(base!.base), text(base!.importe)]).toEqual(['179.991379', '28.798621']);
  });

  it("credit notes of receipts can credit refunded goods on the receipt's invoice, for the same receiver", async () => {
    const context = await newShop();
    const sold = line('100.00');
    const issued = await ask(draftReceiptInvoice, context, invoice([sold]));
    await stamp(stamping, stampKey(context), issued.documentRef);
    const { documentRef } = await ask(draftReceiptCreditNote, context, {
      key: `refund ${sold.description}`,
      invoiceDocumentRef: issued.documentRef,
      receiptRef: 'sales_receipt:1',
      formCode: '01',
      lines: [{ ...sold, quantity: '1', charged: '33.34' }],
    });
    expect(await get(context, documentRef)).toMatchObject({
      kind: 'credit_note',
      total: { amount: 33.34 },
      customerId: customer.customerId,
      fiscal: { placeOfIssue: '86991' },
    });
    const document = await stampedXml(context, documentRef);
    expect(document.receptor).toMatchObject({ rfc: 'URE180429TM6', usoCfdi: 'G02' });
  });
});

describe('the event of a CFDI', () => {
  const eventOf = async (documentRef: string) => {
    const [row] = await stamping.service.rows<{ payload: Buffer }>(
      'select payload from outbox where aggregate_id = $1 order by id desc limit 1',
      [idOf({ documentRef })],
    );
    return fiscalCfdi.Cfdi.decode(row!.payload);
  };

  it('the event of a CFDI contains the payment, the related documents, and the goods that leave each location', async () => {
    const context = await newShop();
    const productId = stamping.commerce.product(context);
    const locationId = stamping.commerce.location(context, '86991');
    const product = { kind: 'product', productId, quantity: '1.5', unitPrice: '10' };
    const settlementTerms = {
      installmentCount: 2,
      firstDue: { kind: 'transaction_date' },
      recurrence: { kind: 'anchor_day' },
    };
    const draft = await newDraft(stamping, context, {
      locationId,
      items: [product, { ...product, quantity: '2' }, customItem],
      payment: { timing: 'deferred_or_installments', formCode: '99', settlementTerms },
    });
    expect(draft).toMatchObject({
      inventoryImpact: { status: 'pending', locationId },
      fiscal: { placeOfIssue: '86991' },
    });
    const moved = { locationId, isReturn: false, items: [{ productId, quantity: '3.5' }] };
    expect(await eventOf(draft.documentRef)).toMatchObject({
      direction: 'issued',
      methodCode: 'PPD',
      settlementTerms,
      relatedDocuments: [],
      stock: moved,
    });
    await stamp(stamping, stampKey(context), draft.documentRef);
    expect(await eventOf(draft.documentRef)).toMatchObject({
      status: 'valid',
      direction: 'issued',
      methodCode: 'PPD',
      settlementTerms,
      stock: moved,
    });
  });

  it('only a credit note of relationship 03 returns goods to the stock', async () => {
    const context = await newShop();
    const customerId = stamping.commerce.customer(context);
    const productId = stamping.commerce.product(context);
    const items = [{ kind: 'product', productId, quantity: '1', unitPrice: '10' }];
    const noteOf = (relationship: string) =>
      incomeInput(stamping, context, {
        kind: 'credit_note',
        customerId,
        items,
        cfdiUse: undefined,
        payment: undefined,
        creditNote: {
          formCode: '03',
          relatedDocuments: [{ relationship, documents: ['5fd2a5a3-0000-4000-8000-000000000001'] }],
        },
      });
    const drafted = (relationship: string) =>
      stamping.service.answer(createCfdi as never, context, {
        input: noteOf(relationship),
      } as never) as Promise<{ documentRef: string }>;
    const returned = await drafted('03');
    expect((await eventOf(returned.documentRef)).stock).toMatchObject({ isReturn: true });
    expect(returned).toMatchObject({ inventoryImpact: { status: 'pending' } });
    const discount = await drafted('01');
    expect((await eventOf(discount.documentRef)).stock).toBeUndefined();
  });

  it('a draft is refused with an unknown or archived location', async () => {
    const context = await newShop();
    const archived = stamping.commerce.location(context, '86991', false);
    const other = stamping.commerce.location(await newShop(), '86991');
    const draft = (locationId: string) => newDraft(stamping, context, { locationId });
    expect((await refusal(draft(other))).details.issues).toMatchObject([
      { path: ['locationId'], code: 'location_not_found' },
    ]);
    expect((await refusal(draft(archived))).details.issues).toMatchObject([
      { path: ['locationId'], code: 'location_archived' },
    ]);
  });
});
