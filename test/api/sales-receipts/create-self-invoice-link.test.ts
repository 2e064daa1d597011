import { randomUUID } from 'node:crypto';
import { parseComprobante } from '@timbre/cfdi';
import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { newReceipt, newTill, type Till } from './till';

let api: Api;
let till: Till;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  till = await newTill(api);
}, 240_000);

const ask = (documentRef: string, body: object = {}, key: string = randomUUID()) =>
  api.request('POST', `/v1/sales-receipts/${documentRef}/self-invoice-links`, {
    body,
    headers: { 'idempotency-key': key },
  });
const newLink = async (changes: object = {}) => {
  const receipt = await newReceipt(api, till, changes);
  const { url } = await dataOf(ask(receipt['documentRef'] as string));
  return { receipt, url: url as string };
};

const buyer = {
  step: 'details',
  rfc: 'URE180429TM6',
  taxSystem: '601',
  legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  postalCode: '86991',
  cfdiUse: 'G03',
  email: 'compras@ure.mx',
};
async function send(url: string, form: Record<string, string>) {
  const body = new URLSearchParams(form);
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return { status: answer.status, html: await answer.text() };
}
const show = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, html: await answer.text() };
};
const titleOf = ({ html }: { html: string }) => /<h1[^>]*>(.*)<\/h1>/.exec(html)?.[1];
const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const invoices = async () =>
  (await api.request('GET', '/v1/cfdi?limit=50')).json.data as { documentRef: string }[];

const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('201', () => {
  it('createSelfInvoiceLink returns an address that is valid until the end of the month or the given day', async () => {
    const receipt = await newReceipt(api, till);
    const key = randomUUID();
    const { status, json } = await ask(receipt['documentRef'] as string, {}, key);
    expect(status).toBe(201);
    expect(json.data).toEqual({
      linkId: expect.any(String),
      url: expect.stringMatching(/\/p\/[\w-]{22}$/),
      expiresAt: expect.stringMatching(/-01T0[5-8]:00:00\.000Z$/),
    });
    expect((await ask(receipt['documentRef'] as string, {}, key)).json).toEqual(json);
  });

  it('createSelfInvoiceLink returns the address of a page on which the buyer can create the invoice only once', async () => {
    const { receipt, url } = await newLink();
    expect(titleOf(await show(url))).toBe('Factura tu compra');
    expect((await show(url)).html).toContain(receipt['folio'] as string);
    expect((await bytesOf(`${url}/xml`)).toString()).toContain('Esta dirección no funciona');
    expect((await send(url, buyer)).status).toBe(303);
    expect(titleOf(await show(url))).toBe('Tu factura está lista');
    const xml = (await bytesOf(`${url}/xml`)).toString();
    const { document } = parseComprobante(xml);
    expect(document.total.toNumber()).toBe((receipt['total'] as { amount: number }).amount);
    expect(document.receptor).toMatchObject({ rfc: 'URE180429TM6', usoCfdi: 'G03' });
    expect((await bytesOf(`${url}/pdf`)).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await send(url, { ...buyer, rfc: 'CACX7605101P8' })).status).toBe(303);
    expect((await bytesOf(`${url}/xml`)).toString()).toBe(xml);
    const path = `/v1/sales-receipts/${receipt['documentRef'] as string}`;
    expect(await dataOf(api.request('GET', path))).toMatchObject({ status: 'invoiced' });
  });

  it('several buyers who submit the form of a self-invoice link at the same time get one invoice', async () => {
    const before = (await invoices()).length;
    const { url } = await newLink();
    const other = { ...buyer, legalName: 'UNIVERSIDAD ROBOTICA  ESPAÑOLA' };
    const sent = await Promise.all([buyer, other, buyer, other].map((form) => send(url, form)));
    expect(sent.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    await send(url, { step: 'resume' });
    expect(titleOf(await show(url))).toBe('Tu factura está lista');
    expect((await invoices()).length).toBe(before + 1);
  });

  it('the self-invoice page uses the existing customer of the buyer, and changes no customer', async () => {
    const contacts = async () =>
      (await api.request('GET', '/v1/contacts?query=URE180429TM6')).json.data as object[];
    await send((await newLink()).url, buyer);
    const before = await contacts();
    await send((await newLink()).url, { ...buyer, email: 'otro@ure.mx' });
    expect(await contacts()).toEqual(before);
  });

  it('the self-invoice page lets the buyer correct data that the SAT rejects', async () => {
    const { json } = await api.request('GET', '/v1/sandbox/scenarios');
    const scenarios = json.data as { id: string; trigger: { receiverRfc: string[] } }[];
    const { trigger } = scenarios.find(({ id }) => id === 'receiver_unknown')!;
    const { url } = await newLink();
    const rfc = trigger.receiverRfc.find((text) => text.length === 12)!;
    const refused = await send(url, { ...buyer, rfc });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('id="rfc-fault"');
    expect((await send(url, buyer)).status).toBe(303);
    expect(titleOf(await show(url))).toBe('Tu factura está lista');
  });

  it('the self-invoice page does not show invoices of other buyers', async () => {
    const { receipt, url } = await newLink();
    const path = `/v1/sales-receipts/${receipt['documentRef'] as string}`;
    await dataOf(api.request('POST', `${path}/cancel`, { body: { reason: 'Error' } }));
    expect(titleOf(await show(url))).toBe('Esta compra no se puede facturar aquí');
    expect((await send(url, buyer)).status).toBe(303);
    expect((await fetch(`${url}/xml`)).status).toBe(404);
  });
});

describe('400', () => {
  it('createSelfInvoiceLink refuses a last day in the past', async () => {
    const { documentRef } = await newReceipt(api, till);
    const answer = await ask(documentRef as string, { expiresOn: '2020-01-01' });
    expect(issuesOf(answer)).toEqual(['expiresOn: expires_on_out_of_range']);
  });
});

describe('404', () => {
  it('createSelfInvoiceLink refuses an unknown receipt', async () => {
    expect(refusalOf(await ask(`sales_receipt:${randomUUID()}`))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('createSelfInvoiceLink refuses a canceled receipt', async () => {
    const documentRef = (await newReceipt(api, till))['documentRef'] as string;
    const path = `/v1/sales-receipts/${documentRef}/cancel`;
    await dataOf(api.request('POST', path, { body: { reason: 'Error' } }));
    expect(refusalOf(await ask(documentRef))).toBe('409 conflict receipt_canceled');
  });

  it('createSelfInvoiceLink refuses a last day before the last day of the existing link', async () => {
    const documentRef = (await newReceipt(api, till))['documentRef'] as string;
    await dataOf(ask(documentRef, { expiresOn: dayIn(60) }));
    const answer = await ask(documentRef, { expiresOn: dayIn(40) });
    expect(refusalOf(answer)).toBe('409 conflict link_lasts_longer');
  });

  it('createSelfInvoiceLink refuses a link for an old sale without a last day', async () => {
    const old = await newReceipt(api, till, { businessDate: '2026-01-15' });
    expect(refusalOf(await ask(old['documentRef'] as string))).toBe('409 conflict period_over');
  });
});
