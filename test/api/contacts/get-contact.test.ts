import { randomUUID } from 'node:crypto';
import { created, customerInput, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

describe('200', () => {
  it('answers the contact as it was created', async () => {
    const contact = await created(api, '/v1/contacts', customerInput);
    const { status, json } = await api.request('GET', `/v1/contacts/${contact.contactId}`);
    expect(status).toBe(200);
    expect(json.data).toEqual(contact);
  });

  it('accepts the identifier in any case', async () => {
    const { contactId } = await created(api, '/v1/contacts', customerInput);
    const shouted = (contactId as string).toUpperCase();
    const { json } = await api.request('GET', `/v1/contacts/${shouted}`);
    expect(json.data.contactId).toBe(contactId);
  });
});

describe('404', () => {
  it.each([randomUUID(), '1', 'null', '..%2F..%2Fetc', `${randomUUID()} `, '%00'])(
    'for the identifier "%s"',
    async (id) => {
      expect(refusalOf(await api.request('GET', `/v1/contacts/${id}`))).toBe('404 not_found');
    },
  );
});
