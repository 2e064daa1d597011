import { randomUUID } from 'node:crypto';
import { created, newCustomer, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const links = (contactId: string) => `/v1/contacts/${contactId}/tax-info-links`;

describe('200', () => {
  it('listTaxInfoLinks lists the links of a contact without their addresses, the newest first', async () => {
    const contactId = await newCustomer(api);
    const [first, second] = [
      await created(api, links(contactId), {}),
      await created(api, links(contactId), {}),
    ];
    await created(api, links(await newCustomer(api)), {});
    const { status, json } = await api.request('GET', links(contactId));
    expect([status, json.data]).toEqual([
      200,
      [second, first].map(({ linkId, expiresAt }) => ({
        linkId,
        expiresAt,
        createdAt: expect.any(String),
      })),
    ]);
  });
});

describe('404', () => {
  it('listTaxInfoLinks refuses an unknown contact', async () => {
    expect(refusalOf(await api.request('GET', links(randomUUID())))).toBe('404 not_found');
  });
});
