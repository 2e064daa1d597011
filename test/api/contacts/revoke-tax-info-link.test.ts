import { randomUUID } from 'node:crypto';
import { created, dataOf, newCustomer, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const links = (contactId: string) => `/v1/contacts/${contactId}/tax-info-links`;
const revoke = (contactId: string, linkId: unknown) =>
  api.request('DELETE', `${links(contactId)}/${String(linkId)}`);

describe('200', () => {
  it('revokeTaxInfoLink disables the page of that link only', async () => {
    const contactId = await newCustomer(api);
    const first = await created(api, links(contactId), {});
    const second = await created(api, links(contactId), {});
    const { linkId } = first;
    expect(await dataOf(revoke(contactId, linkId))).toEqual({ linkId, deleted: true });
    expect((await fetch(first.url as string)).status).toBe(404);
    expect((await fetch(second.url as string)).status).toBe(200);
    const { json } = await api.request('GET', links(contactId));
    expect((json.data as { linkId: string }[]).map((one) => one.linkId)).toEqual([second.linkId]);
  });
});

describe('404', () => {
  it('revokeTaxInfoLink refuses a link of another contact, a revoked link, and an unknown link', async () => {
    const contactId = await newCustomer(api);
    const { linkId } = await created(api, links(contactId), {});
    expect(refusalOf(await revoke(await newCustomer(api), linkId))).toBe('404 not_found');
    await dataOf(revoke(contactId, linkId));
    for (const id of [linkId, randomUUID(), 'x']) {
      expect(refusalOf(await revoke(contactId, id))).toBe('404 not_found');
    }
  });
});
