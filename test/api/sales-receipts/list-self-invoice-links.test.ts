import { randomUUID } from 'node:crypto';
import { created, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { until } from '../until';
import { newReceipt, newTill, type Till } from './till';

let api: Api;
let till: Till;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  till = await newTill(api);
});

const links = (ref: unknown) => `/v1/sales-receipts/${String(ref)}/self-invoice-links`;

describe('200', () => {
  it('listSelfInvoiceLinks lists the link that was created with a receipt, without its address', async () => {
    // A sale gets a self-invoice link only after commerce has received the fiscal profile.
    const sell = async () => {
      const { documentRef } = await newReceipt(api, till);
      const { json } = await api.request('GET', links(documentRef));
      return { documentRef, came: json.data as { linkId: string }[] };
    };
    const { documentRef, came } = await until(10_000, sell, (sold) => sold.came.length > 0);
    const { linkId, expiresAt } = await created(api, links(documentRef), {});
    expect(came.map((link) => link.linkId)).toEqual([linkId]);
    const { status, json } = await api.request('GET', links(documentRef));
    expect([status, json.data]).toEqual([
      200,
      [{ linkId, expiresAt, createdAt: expect.any(String) }],
    ]);
  });
});

it('a sale that a credential with limits creates has no self-invoice link', async () => {
  const limits = { documentAmountMax: 1 };
  const more = { name: 'Till', permissions: ['receipts:manage', 'receipts:read'], limits };
  const { apiKey } = await created(api, '/v1/credentials', more);
  const limited = api.withApiKey(apiKey as string);
  const { documentRef } = await newReceipt(limited, till);
  expect((await api.request('GET', links(documentRef))).json.data).toEqual([]);
});

describe('404', () => {
  it('listSelfInvoiceLinks refuses an unknown receipt', async () => {
    const answer = await api.request('GET', links(`sales_receipt:${randomUUID()}`));
    expect(refusalOf(answer)).toBe('404 not_found');
  });
});
