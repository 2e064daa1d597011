import { randomUUID } from 'node:crypto';
import { created, type Api } from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { refusalOf } from '../refused';
import { newReceipt, newTill, type Till } from './till';

let api: Api;
let till: Till;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  till = await newTill(api);
});

const links = (ref: unknown) => `/v1/sales-receipts/${String(ref)}/self-invoice-links`;

describe('200', () => {
  it('lists the links of a receipt without their addresses', async () => {
    const { documentRef } = await newReceipt(api, till);
    const { linkId, expiresAt } = await created(api, links(documentRef), {});
    const { status, json } = await api.request('GET', links(documentRef));
    expect([status, json.data]).toEqual([
      200,
      [{ linkId, expiresAt, createdAt: expect.any(String) }],
    ]);
  });
});

describe('404', () => {
  it('for an unknown receipt', async () => {
    const answer = await api.request('GET', links(`sales_receipt:${randomUUID()}`));
    expect(refusalOf(answer)).toBe('404 not_found');
  });
});
