import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const archive = (by = api) => by.request('POST', '/v1/organization/archive');

describe('200', () => {
  it('an archived organization can be read but not changed, until it is restored', async () => {
    const { apiKey } = await created(api, '/v1/credentials', {
      name: 'Doomed',
      permissions: ['contacts:read'],
    });
    expect(await dataOf(archive())).toMatchObject({ status: 'archived' });
    expect(await dataOf(archive())).toMatchObject({ status: 'archived' });
    expect((await api.request('GET', '/v1/contacts')).status).toBe(200);
    const body = { name: 'Late', permissions: ['contacts:read'] };
    const late = await api.request('POST', '/v1/credentials', { body });
    expect(refusalOf(late)).toBe('409 conflict organization_archived');
    // An API key of an archived organization can still be revoked, because the key may have leaked.
    const { credentialId } = (
      await api.withApiKey(apiKey as string).request('GET', '/v1/credentials/current')
    ).json.data;
    const revoked = await api.request('POST', `/v1/credentials/${credentialId}/revoke`);
    expect(revoked.status).toBe(200);
    await dataOf(api.request('POST', '/v1/organization/restore'));
    expect((await api.request('POST', '/v1/credentials', { body })).status).toBe(201);
  });
});
