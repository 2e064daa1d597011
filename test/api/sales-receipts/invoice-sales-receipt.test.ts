import { randomUUID } from 'node:crypto';
import { parseComprobante } from '@timbre/cfdi';
import {
  created,
  customItem,
  dataOf,
  newCustomer,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { soundXml } from '../sound-document';
import { until } from '../until';
import { newReceipt, newTill, type Till } from './till';

let api: Api;
let till: Till;
let customerId: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await created(api, '/v1/settings/series', { code: 'NC', kind: 'credit_note' });
  till = await newTill(api);
  customerId = await newCustomer(api);
}, 240_000);

const invoice = (documentRef: string, body: object = { customerId }) =>
  api.request('POST', `/v1/sales-receipts/${documentRef}/invoice`, { body });
const stamp = (documentRef: string): Promise<Shown> =>
  dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
const reaches = (documentRef: string, status: string): Promise<Shown> =>
  until(
    60_000,
    () => dataOf(api.request('GET', `/v1/sales-receipts/${documentRef}`)),
    (receipt) => receipt['status'] === status,
  );
const reasonOf = async (answer: ReturnType<typeof invoice>) => {
  const { status, json } = await answer;
  expect(status).toBe(409);
  return json.error.details.reason as string;
};

describe('201', () => {
  it('invoiceSalesReceipt fills the addenda of the customer with the values of the request', async () => {
    const { documentRef } = await newReceipt(api, till);
    const addendaTemplate = '<a orden="{{order}}" total="{{total}}"/>';
    const buyer = await newCustomer(api, { addendaTemplate });
    const missing = await invoice(documentRef, { customerId: buyer });
    expect(missing.json.error.details.issues).toMatchObject([
      { path: ['addendaValues', 'order'], code: 'addenda_value_missing' },
    ]);
    const answer = await invoice(documentRef, { customerId: buyer, addendaValues: { order: '7' } });
    const xml = await soundXml(api, await stamp(answer.json.data.documentRef));
    const total = answer.json.data.total.amount.toFixed(2);
    expect(xml).toContain(`<cfdi:Addenda><a orden="7" total="${total}"/></cfdi:Addenda>`);
  });

  it('invoiceSalesReceipt invoices several receipts for exactly the charged amounts', async () => {
    const thirds = { ...customItem, quantity: 3, unitPrice: 33.33, taxIncluded: true };
    const one = await newReceipt(api, till, { items: [thirds, { ...thirds, discount: 10.01 }] });
    const two = await newReceipt(api, till, { paymentForm: '28' });
    const { status, json } = await invoice(one['documentRef'], {
      customerId,
      documentRefs: [two['documentRef']],
    });
    expect(status).toBe(201);
    const charged = one['total'].amount + two['total'].amount;
    expect(json.data).toMatchObject({
      total: { amount: Number(charged.toFixed(2)), currency: 'MXN' },
      creditNoteDocumentRefs: [],
    });
    expect(json.data.receiptDocumentRefs).toHaveLength(2);
    expect(await reasonOf(invoice(two['documentRef']))).toBe('being_invoiced');
    const stamped = await stamp(json.data.documentRef);
    const { document } = parseComprobante(await soundXml(api, stamped));
    expect(document.total.toNumber()).toBe(Number(charged.toFixed(2)));
    expect(document.formaPago).toBe('28');
    expect(document.conceptos).toHaveLength(3);
    expect(document.receptor.usoCfdi).toBe('G03');
    expect(await reaches(one['documentRef'], 'invoiced')).toMatchObject({ status: 'invoiced' });
    await reaches(two['documentRef'], 'invoiced');
    expect(await reasonOf(invoice(one['documentRef']))).toBe('already_invoiced');
  });

  it('invoiceSalesReceipt invoices a sale on credit with a deferred payment', async () => {
    const onCredit = await newCustomer(api, { creditEnabled: true });
    const dueDate = '2027-02-28';
    const sale = { saleType: 'credit', customerId: onCredit, paymentForm: undefined };
    const receipt = await newReceipt(api, till, { ...sale, paymentDueDate: dueDate });
    const { json } = await invoice(receipt['documentRef'], {});
    const draft = await dataOf(api.request('GET', `/v1/cfdi/${json.data.documentRef}`));
    expect(draft).toMatchObject({
      customerId: onCredit,
      payment: { timing: 'deferred_or_installments', methodCode: 'PPD', dueDate },
      total: { amount: receipt['total'].amount },
    });
  });

  it('invoiceSalesReceipt takes a receipt out of its global invoice by a credit note', async () => {
    const own = await newTill(api);
    const wanted = await newReceipt(api, own);
    const other = await newReceipt(api, own);
    const global = await created(api, '/v1/sales-receipts/global-invoices', {
      periodicity: '01',
      period: wanted['businessDate'],
      locationId: own.locationId,
    });
    const { uuid } = await stamp(global['documents'][0].documentRef);
    await reaches(wanted['documentRef'], 'global_invoiced');
    const { json } = await invoice(wanted['documentRef']);
    const [note] = json.data.creditNoteDocumentRefs as string[];
    const stampedNote = await stamp(note!);
    const { document } = parseComprobante(await soundXml(api, stampedNote));
    expect(document).toMatchObject({
      tipoDeComprobante: 'E',
      cfdiRelacionados: [{ tipoRelacion: '01', cfdiRelacionado: [{ uuid }] }],
      receptor: { rfc: 'XAXX010101000' },
    });
    expect(document.conceptos[0]!.noIdentificacion).toBe(wanted['folio']);
    expect(document.total.toNumber()).toBe(wanted['total'].amount);
    await soundXml(api, await stamp(json.data.documentRef));
    expect(await reaches(wanted['documentRef'], 'invoiced')).toMatchObject({ status: 'invoiced' });
    expect(await reaches(other['documentRef'], 'global_invoiced')).toMatchObject({
      status: 'global_invoiced',
    });
  });

  it('a receipt can be invoiced again when its CFDI is canceled, except if another CFDI replaces it', async () => {
    const receipt = await newReceipt(api, till);
    const { json } = await invoice(receipt['documentRef']);
    const { uuid } = await stamp(json.data.documentRef);
    await reaches(receipt['documentRef'], 'invoiced');
    const replacement = await created(api, '/v1/cfdi', {
      kind: 'income',
      customerId,
      cfdiUse: 'G03',
      items: [customItem],
      payment: { timing: 'single_payment', formCode: '01' },
      relatedDocuments: [{ relationship: '04', documents: [uuid] }],
      cancelReplaced: true,
    });
    await stamp(replacement['documentRef']);
    const canceled = () =>
      dataOf(api.request('POST', `/v1/cfdi/${json.data.documentRef}/synchronize`));
    await until(60_000, canceled, ({ status }) => status === 'canceled');
    expect(await reasonOf(invoice(receipt['documentRef']))).toBe('already_invoiced');
    const own = await newReceipt(api, till);
    const second = await invoice(own['documentRef']);
    await stamp(second.json.data.documentRef);
    await reaches(own['documentRef'], 'invoiced');
    const path = `/v1/cfdi/${second.json.data.documentRef}`;
    await dataOf(api.request('POST', `${path}/cancel`, { body: { motive: '03' } }));
    await dataOf(api.request('POST', `${path}/synchronize`));
    expect(await reaches(own['documentRef'], 'open')).toMatchObject({ status: 'open' });
  });

  it('invoiceSalesReceipt returns the same draft for a repeated idempotency key', async () => {
    const { documentRef } = await newReceipt(api, till);
    const key = randomUUID();
    const ask = () =>
      api.request('POST', `/v1/sales-receipts/${documentRef}/invoice`, {
        body: { customerId },
        headers: { 'idempotency-key': key },
      });
    const first = await ask();
    expect(first.status).toBe(201);
    expect((await ask()).json).toEqual(first.json);
  });
});

describe('400', () => {
  it('invoiceSalesReceipt refuses an invalid draft, and releases the receipt', async () => {
    const { documentRef } = await newReceipt(api, till);
    const nobody = await invoice(documentRef, {});
    expect(nobody.status).toBe(400);
    expect(nobody.json.error.details.issues).toMatchObject([{ code: 'customer_missing' }]);
    const physical = { rfc: 'CACX7605101P8', taxSystem: '605', legalName: 'XOCHILT CASAS CHAVEZ' };
    const employee = await newCustomer(api, { ...physical, cfdiUse: undefined });
    const refused = await invoice(documentRef, { customerId: employee, cfdiUse: 'G03' });
    expect(refused.status).toBe(400);
    expect(refused.json.error.details.issues).toMatchObject([
      { path: ['cfdiUse'], code: 'cfdi_use_not_allowed' },
    ]);
    expect((await invoice(documentRef)).status).toBe(201);
  });
});

describe('404', () => {
  it('invoiceSalesReceipt reports the unknown receipts', async () => {
    const answer = await invoice(`sales_receipt:${randomUUID()}`);
    expect(answer.status).toBe(404);
    expect(answer.json.error.details.issues).toMatchObject([{ code: 'receipt_not_found' }]);
  });
});

describe('409', () => {
  it('invoiceSalesReceipt refuses receipts of two locations, a mix of paid and credit receipts, and a courtesy', async () => {
    const paid = await newReceipt(api, till);
    const elsewhere = await newReceipt(api, await newTill(api));
    const more = (other: Shown) =>
      invoice(paid['documentRef'], { customerId, documentRefs: [other['documentRef']] });
    expect(await reasonOf(more(elsewhere))).toBe('locations_differ');
    const debtor = await newCustomer(api, { creditEnabled: true });
    const sale = { saleType: 'credit', customerId: debtor, paymentForm: undefined };
    const onCredit = await newReceipt(api, till, sale);
    expect(await reasonOf(more(onCredit))).toBe('sale_types_differ');
    const courtesy = await newReceipt(api, till, { saleType: 'courtesy', paymentForm: undefined });
    expect(await reasonOf(invoice(courtesy['documentRef']))).toBe('nothing_to_invoice');
  });
});
