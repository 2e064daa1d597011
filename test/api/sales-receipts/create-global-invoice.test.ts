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
import { startDocumented, startDocumentedIssuer } from '../documented';
import { soundXml } from '../sound-document';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';
import { newReceipt, newTill, type Till } from './till';

let api: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  await created(api, '/v1/settings/series', { code: 'NC', kind: 'credit_note' });
}, 240_000);

/**
 * Creates a till at a separate location, with a product taxed at 16 % and a product taxed at 0 %.
 */
async function ownTill(): Promise<Till & { locationId: string }> {
  return newTill(api);
}

const path = '/v1/sales-receipts/global-invoices';
const globalOf = (till: Till, day: string, changes: object = {}) =>
  created(api, path, { periodicity: '01', period: day, locationId: till.locationId, ...changes });

const get = (documentRef: string): Promise<Shown> =>
  dataOf(api.request('GET', `/v1/sales-receipts/${documentRef}`));
const reaches = (documentRef: string, status: string): Promise<Shown> =>
  until(
    60_000,
    () => get(documentRef),
    (receipt) => receipt['status'] === status,
  );
const stamp = (documentRef: string): Promise<Shown> =>
  dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));

const item = (unitPrice: number, changes: object = {}) => ({
  ...customItem,
  quantity: 1,
  unitPrice,
  taxIncluded: true,
  ...changes,
});

describe('201', () => {
  it('createGlobalInvoice omits a receipt that the SAT would reject, and returns the reason', async () => {
    const place = { name: 'Frontera', postalCode: '22010', code: randomUUID().slice(0, 8) };
    const { locationId } = await created(api, '/v1/locations', place);
    const till = { ...(await ownTill()), locationId };
    const faulty = await newReceipt(api, till, { items: [item(108, { taxRate: 0.08 })] });
    const { businessDate } = await newReceipt(api, till, { items: [item(116)] });
    // The branch is moved away from the border, so that no sale may have the border rate.
    const moved = { body: { postalCode: '42501' } };
    await dataOf(api.request('PATCH', `/v1/locations/${locationId}`, moved));
    expect(await globalOf(till, businessDate)).toMatchObject({
      documents: [{ total: { amount: 116 }, receiptCount: 1 }],
      skipped: [
        {
          documentRef: faulty['documentRef'],
          reason: 'invalid',
          issues: [{ code: 'CFDI40179' }],
        },
      ],
    });
  });

  it('createGlobalInvoice includes sales at the border rate although the product key of receipts does not qualify for the stimulus', async () => {
    const place = { name: 'Tijuana', postalCode: '22010', code: randomUUID().slice(0, 8) };
    const { locationId } = await created(api, '/v1/locations', place);
    const till = { ...(await ownTill()), locationId };
    const sold = { items: [item(108, { taxRate: 0.08 })] };
    const { businessDate } = await newReceipt(api, till, sold);
    const { documents, skipped } = await globalOf(till, businessDate);
    expect({ documents, skipped }).toMatchObject({
      documents: [{ total: { amount: 108 }, receiptCount: 1 }],
      skipped: [],
    });
    expect(await stamp(documents[0].documentRef)).toMatchObject({ status: 'valid' });
  });

  it('createGlobalInvoice combines the sales of the day in one CFDI of exactly the charged amounts, which the SAT accepts', async () => {
    const till = await ownTill();
    const sold = [];
    for (let index = 0; index < 20; index += 1) {
      const items = [
        item(10.01 + index * 3.37),
        ...(index % 3 === 0 ? [item(5.55, { taxRate: 0, taxability: 'zero' })] : []),
        ...(index % 5 === 0 ? [item(7.77, { taxRate: undefined, taxability: 'exempt' })] : []),
      ].map((one) => ({ ...one, unitPrice: Number(one.unitPrice.toFixed(2)) }));
      sold.push(await newReceipt(api, till, { items, paymentForm: index === 18 ? '04' : '01' }));
    }
    const charged = sold.reduce((sum, { total }) => sum + Math.round(total.amount * 100), 0);
    const day = sold[0]!['businessDate'];
    const answer = await globalOf(till, day);
    expect(answer).toMatchObject({ dateFrom: day, dateTo: day, skipped: [] });
    const [document] = answer['documents'];
    expect(document).toMatchObject({
      total: { amount: charged / 100, currency: 'MXN' },
      receiptCount: 20,
    });
    const stamped = await stamp(document.documentRef);
    const { document: read } = parseComprobante(await soundXml(api, stamped));
    expect(read.conceptos).toHaveLength(20);
    expect(read.conceptos.map(({ noIdentificacion }) => noIdentificacion).toSorted()).toEqual(
      sold.map(({ folio }) => folio).toSorted(),
    );
    expect(read.formaPago).toBe('04');
    expect(Math.round(read.total.toNumber() * 100)).toBe(charged);
    for (const { documentRef } of [sold[0]!, sold[19]!]) {
      expect(await reaches(documentRef, 'global_invoiced')).toMatchObject({
        status: 'global_invoiced',
      });
    }
    // The till continues to sell on the same day. A later sale of that day belongs to another global
    // invoice.
    const late = await newReceipt(api, till, { items: [item(5)], businessDate: day });
    const [further] = (await globalOf(till, day))['documents'];
    expect(further).toMatchObject({ total: { amount: late['total'].amount }, receiptCount: 1 });
  });

  it('createGlobalInvoice uses the periodicity in the settings if the request has none', async () => {
    const till = await ownTill();
    const { businessDate } = await newReceipt(api, till);
    const body = { period: businessDate, locationId: till.locationId };
    const answer = await api.request('POST', path, { body });
    expect(issuesOf(answer)).toEqual(['periodicity: required']);
    const settings = { fields: [], defaultPeriodicity: '04' };
    await dataOf(api.request('PUT', '/v1/settings/sales-receipt-fields', { body: settings }));
    expect(await created(api, path, body)).toMatchObject({
      dateFrom: `${businessDate.slice(0, 8)}01`,
      documents: [{ receiptCount: 1 }],
    });
  });

  it('createGlobalInvoice returns the reasons why receipts were omitted', async () => {
    const till = await ownTill();
    const customerId = await newCustomer(api, { creditEnabled: true });
    const credit = { saleType: 'credit', customerId, paymentForm: undefined, items: [item(30)] };
    const unpaid = await newReceipt(api, till, credit);
    const asked = await newReceipt(api, till, { items: [item(40)], invoiceRequested: true });
    const withheld = await newReceipt(api, till, {
      items: [item(50, { withholdings: [{ type: 'ISR', rate: 0.1 }] })],
    });
    const sold = await newReceipt(api, till, { items: [item(60)] });
    const other = await newReceipt(api, await ownTill(), { items: [item(70)] });
    const courtesy = { saleType: 'courtesy', paymentForm: undefined, items: [item(80)] };
    await newReceipt(api, till, courtesy);
    const answer = await globalOf(till, sold['businessDate']);
    expect(answer['documents']).toMatchObject([{ receiptCount: 1, total: { amount: 60 } }]);
    expect(answer['skipped']).toEqual([
      { documentRef: unpaid['documentRef'], reason: 'unpaid_credit' },
      { documentRef: asked['documentRef'], reason: 'invoice_requested' },
      { documentRef: withheld['documentRef'], reason: 'withholding' },
    ]);
    const named = await globalOf(till, sold['businessDate'], {
      documentRefs: [asked, sold, other].map(({ documentRef }) => documentRef as string),
    });
    expect(named['documents']).toMatchObject([{ receiptCount: 1, total: { amount: 40 } }]);
    expect(named['skipped']).toEqual([
      { documentRef: other['documentRef'], reason: 'not_in_period' },
      { documentRef: sold['documentRef'], reason: 'claimed' },
    ]);
  });

  it('createGlobalInvoice includes a credit sale that was just paid, and omits a credit sale whose payment was just reversed', async () => {
    const till = await ownTill();
    const customerId = await newCustomer(api, { creditEnabled: true });
    const credit = { saleType: 'credit', customerId, paymentForm: undefined };
    const [paid, owedAgain] = [
      await newReceipt(api, till, { ...credit, items: [item(30)] }),
      await newReceipt(api, till, { ...credit, items: [item(40)] }),
    ];
    const pay = (documentRef: string, amount: number) =>
      created(api, `/v1/accounts/receivables/${customerId}/payments`, {
        amount,
        formCode: '03',
        paidOn: paid['businessDate'],
        applications: [{ documentRef, amount }],
      });
    const { transactionId } = await pay(owedAgain['documentRef'], 40);
    await pay(paid['documentRef'], 30);
    const reason = { reason: 'Cheque devuelto' };
    await created(api, `/v1/accounts/transactions/${transactionId}/reverse`, reason);
    expect(await globalOf(till, paid['businessDate'])).toMatchObject({
      documents: [{ receiptCount: 1, total: { amount: 30 } }],
      skipped: [{ documentRef: owedAgain['documentRef'], reason: 'unpaid_credit' }],
    });
  });

  it('createGlobalInvoice returns the same drafts for a repeated idempotency key', async () => {
    const till = await ownTill();
    const { businessDate } = await newReceipt(api, till);
    const key = randomUUID();
    const ask = () =>
      api.request('POST', path, {
        body: { periodicity: '04', period: businessDate, locationId: till.locationId },
        headers: { 'idempotency-key': key },
      });
    const first = await ask();
    expect(first.status).toBe(201);
    expect((await ask()).json).toEqual(first.json);
  });

  it('two concurrent calls of createGlobalInvoice include each receipt in only one document', async () => {
    const till = await ownTill();
    const { businessDate, documentRef } = await newReceipt(api, till);
    const customerId = await newCustomer(api);
    const answers = await Promise.all([
      api.request('POST', path, {
        body: { periodicity: '01', period: businessDate, locationId: till.locationId },
      }),
      api.request('POST', `/v1/sales-receipts/${documentRef}/invoice`, { body: { customerId } }),
      api.request('POST', `/v1/sales-receipts/${documentRef}/invoice`, { body: { customerId } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it('createGlobalInvoice releases its receipts when the draft is deleted or the CFDI is canceled', async () => {
    const till = await ownTill();
    const { businessDate, documentRef } = await newReceipt(api, till);
    const drafted = (await globalOf(till, businessDate))['documents'][0].documentRef as string;
    await dataOf(api.request('DELETE', `/v1/cfdi/${drafted}`));
    const again = async () => {
      const body = { periodicity: '01', period: businessDate, locationId: till.locationId };
      return api.request('POST', path, { body });
    };
    const second = await until(60_000, again, ({ status }) => status === 201);
    const global = second.json.data.documents[0].documentRef as string;
    await stamp(global);
    await reaches(documentRef, 'global_invoiced');
    const body = { motive: '02' };
    await dataOf(api.request('POST', `/v1/cfdi/${global}/cancel`, { body }));
    await dataOf(api.request('POST', `/v1/cfdi/${global}/synchronize`));
    expect(await reaches(documentRef, 'open')).toMatchObject({ status: 'open' });
  });
});

it('createGlobalInvoice answers 201 with the replacement of a canceled global invoice, which omits one sale and is related to the canceled invoice', async () => {
  const till = await ownTill();
  const [one, other] = [await newReceipt(api, till), await newReceipt(api, till)];
  const day = one['businessDate'] as string;
  const first = (await globalOf(till, day))['documents'][0].documentRef as string;
  const { uuid } = await stamp(first);
  await reaches(one['documentRef'] as string, 'global_invoiced');
  const body = {
    periodicity: '01',
    period: day,
    locationId: till.locationId,
    documentRefs: [other['documentRef']],
    replaces: first,
  };
  expect(refusalOf(await api.request('POST', path, { body }))).toBe('409 conflict not_canceled');
  await dataOf(api.request('POST', `/v1/cfdi/${first}/cancel`, { body: { motive: '04' } }));
  await dataOf(api.request('POST', `/v1/cfdi/${first}/synchronize`));
  await reaches(other['documentRef'] as string, 'open');
  const [second] = (await created(api, path, body))['documents'];
  await stamp(second.documentRef);
  const file = await api.request('GET', `/v1/documents/${second.documentRef}/files/xml`);
  const { document } = parseComprobante(file.bytes.toString());
  expect(document.cfdiRelacionados).toMatchObject([
    { tipoRelacion: '04', cfdiRelacionado: [{ uuid: (uuid as string).toLowerCase() }] },
  ]);
  expect(document.conceptos).toHaveLength(1);
  const unknown = { ...body, replaces: `cfdi:${randomUUID()}` };
  expect(issuesOf(await api.request('POST', path, { body: unknown }))).toEqual([
    'replaces: cfdi_not_found',
  ]);
});

describe('400', () => {
  it('createGlobalInvoice reports every fault of the request', async () => {
    const answer = await api.request('POST', path, {
      body: { periodicity: '9', period: '2026-13-01', documentRefs: [] },
    });
    expect(answer.status).toBe(400);
    expect(answer.json.error.details.issues).toHaveLength(3);
    const future = await api.request('POST', path, {
      body: { periodicity: '01', period: '2999-01-01' },
    });
    expect(future.json.error.details.issues).toMatchObject([{ code: 'period_in_future' }]);
  });

  it('createGlobalInvoice reports a periodicity that the tax regime of the issuer does not allow', async () => {
    const till = await ownTill();
    const { businessDate } = await newReceipt(api, till);
    const body = { periodicity: '05', period: businessDate, locationId: till.locationId };
    const answer = await api.request('POST', path, { body });
    expect(answer.json.error.details.issues).toMatchObject([
      { path: ['periodicity'], code: 'periodicity_not_allowed' },
    ]);
  });
});

describe('404', () => {
  it('createGlobalInvoice does not find an unknown location and unknown receipts', async () => {
    const { locationId, ...till } = await ownTill();
    const { businessDate } = await newReceipt(api, { ...till, locationId });
    const asked = { periodicity: '01', period: businessDate };
    const place = await api.request('POST', path, { body: { ...asked, locationId: randomUUID() } });
    expect(place.status).toBe(404);
    // The test uses this location, because the day may not have begun yet at the default location
    // further west.
    const documentRefs = ['x', `sales_receipt:${randomUUID()}`];
    const receipts = await api.request('POST', path, {
      body: { ...asked, locationId, documentRefs },
    });
    expect(receipts.status).toBe(404);
    expect(receipts.json.error.details.issues).toMatchObject([
      { path: ['documentRefs', 0], code: 'receipt_not_found' },
      { path: ['documentRefs', 1], code: 'receipt_not_found' },
    ]);
  });
});

describe('409', () => {
  it('createGlobalInvoice refuses a period with nothing to invoice', async () => {
    const till = await ownTill();
    const body = { periodicity: '01', period: '2026-01-05', locationId: till.locationId };
    const answer = await api.request('POST', path, { body });
    expect(answer.status).toBe(409);
    expect(answer.json.error.details.reason).toBe('nothing_to_invoice');
  });

  it('createGlobalInvoice releases its receipts if fiscal-cfdi rejects the draft', async () => {
    const bare = await startDocumented();
    const till = await newTill(bare);
    const { businessDate, documentRef } = await newReceipt(bare, till);
    const body = { periodicity: '01', period: businessDate, locationId: till.locationId };
    const answer = await bare.request('POST', path, { body });
    expect(answer.json.error.details.reason).toBe('fiscal_profile_missing');
    const { json } = await bare.request('GET', `/v1/sales-receipts/${documentRef}`);
    expect(json.data.status).toBe('open');
    const again = await bare.request('POST', path, { body });
    expect(again.json.error.details.reason).toBe('fiscal_profile_missing');
  });
});
