import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const get = (id: string) => api.request('GET', `/v1/credentials/${id}`);

describe('200', () => {
  it('getCredential returns the creator and the last use, but not the API key', async () => {
    const asked = {
      name: 'Caja',
      permissions: ['contacts:read'],
      allowedAddresses: ['127.0.0.0/8'],
    };
    const { credentialId, apiKey } = await created(api, '/v1/credentials', asked);
    const holder = api.withApiKey(apiKey as string);
    const headers = { 'user-agent': 'caja/7.1 (Linux)' };
    expect((await holder.request('GET', '/v1/contacts', { headers })).status).toBe(200);
    const current = await dataOf(api.request('GET', '/v1/credentials/current'));
    expect(await dataOf(get(credentialId as string))).toEqual({
      credentialId,
      ...asked,
      status: 'active',
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
      createdBy: `credential:${current.credentialId as string}`,
      parentCredentialId: current.credentialId,
      lastUsedAt: expect.any(String) as string,
      lastUsedAddress: '127.0.0.1',
      lastUsedAgent: 'caja',
    });
  });
});

describe('404', () => {
  it.each(['no-identifier', '01890000-0000-7000-8000-000000000000'])(
    'getCredential does not find %s',
    async (id) => {
      expect(refusalOf(await get(id))).toBe('404 not_found');
    },
  );
});
