import { randomUUID } from 'node:crypto';
import { created, dataOf, type Api } from '@timbre/testkit/client';
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
const revoke = (ref: unknown, linkId: unknown) =>
  api.request('DELETE', `${links(ref)}/${String(linkId)}`);

describe('200', () => {
  it('revokeSelfInvoiceLink disables the page of the link', async () => {
    const { documentRef } = await newReceipt(api, till);
    const { linkId, url } = await created(api, links(documentRef), {});
    expect((await fetch(url as string)).status).toBe(200);
    expect(await dataOf(revoke(documentRef, linkId))).toEqual({ linkId, deleted: true });
    expect((await fetch(url as string)).status).toBe(404);
  });
});

describe('404', () => {
  it('revokeSelfInvoiceLink refuses a link of another receipt, and an unknown link', async () => {
    const [one, other] = [await newReceipt(api, till), await newReceipt(api, till)];
    const { linkId } = await created(api, links(one.documentRef), {});
    for (const id of [linkId, randomUUID(), 'x']) {
      expect(refusalOf(await revoke(other.documentRef, id))).toBe('404 not_found');
    }
  });
});
