import { randomUUID } from 'node:crypto';
import { created, newCustomer, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const ask = (contactId: string, body: object = {}, key: string = randomUUID()) =>
  api.request('POST', `/v1/contacts/${contactId}/tax-info-links`, {
    body,
    headers: { 'idempotency-key': key },
  });

describe('201', () => {
  it('createTaxInfoLink returns an address with an unguessable token, and the time when it expires', async () => {
    const { status, json } = await ask(await newCustomer(api));
    expect(status).toBe(201);
    expect(json.data).toEqual({
      linkId: expect.any(String),
      url: expect.stringMatching(/\/p\/[\w-]{22}$/),
      expiresAt: expect.stringMatching(/T0[5-8]:00:00\.000Z$/),
    });
  });

  it('createTaxInfoLink returns the same address to a repeated request, and a new address to a different request', async () => {
    const [contactId, key] = [await newCustomer(api), randomUUID()];
    const first = await ask(contactId, {}, key);
    expect((await ask(contactId, {}, key)).json).toEqual(first.json);
    expect((await ask(contactId)).json.data.url).not.toBe(first.json.data.url);
  });
});

describe('400', () => {
  it.each(['2020-01-01', '2099-01-01'])(
    'createTaxInfoLink refuses %s as the last day',
    async (expiresOn) => {
      const answer = await ask(await newCustomer(api), { expiresOn });
      expect(issuesOf(answer)).toEqual(['expiresOn: expires_on_out_of_range']);
    },
  );

  it('createTaxInfoLink reports all faults at once', async () => {
    const answer = await ask(await newCustomer(api), { expiresOn: 'tomorrow', days: 3 });
    expect(issuesOf(answer)).toEqual(['days: unknown_field', 'expiresOn: invalid_format']);
  });
});

describe('404', () => {
  it('createTaxInfoLink refuses an unknown contact', async () => {
    expect(refusalOf(await ask(randomUUID()))).toBe('404 not_found');
  });
});

describe('409 conflict', () => {
  it('createTaxInfoLink refuses a supplier', async () => {
    const supplier = { kind: 'supplier', legalName: 'Papelería Lumen' };
    const { contactId } = await created(api, '/v1/contacts', supplier);
    expect(refusalOf(await ask(contactId as string))).toBe('409 conflict not_a_customer');
  });
});
