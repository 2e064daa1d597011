import { created, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

describe('200', () => {
  it('getCurrentCredential returns the credential of the calling key, regardless of its permissions', async () => {
    const asked = { name: 'Lector de webhooks', permissions: ['webhooks:read'] };
    const { apiKey, ...credential } = await created(api, '/v1/credentials', asked);
    const { status, json } = await api
      .withApiKey(apiKey as string)
      .request('GET', '/v1/credentials/current');
    expect(status).toBe(200);
    expect(json.data).toMatchObject(credential);
    expect(json.data).not.toHaveProperty('apiKey');
  });

  it('getCurrentCredential shows the time of the last use', async () => {
    const { json } = await api.request('GET', '/v1/credentials/current');
    expect(Date.now() - Date.parse(json.data.lastUsedAt as string)).toBeLessThan(120_000);
  });
});
