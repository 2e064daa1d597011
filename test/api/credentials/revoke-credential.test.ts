import { randomUUID } from 'node:crypto';
import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { refusalOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const newCredential = () =>
  created(api, '/v1/credentials', { name: 'Doomed', permissions: ['contacts:read'] });
const revoke = (id: string) => api.request('POST', `/v1/credentials/${id}/revoke`);

describe('200', () => {
  it('revokeCredential revokes the API key immediately, even if the key was just used', async () => {
    const { credentialId, apiKey } = await newCredential();
    const holder = api.withApiKey(apiKey as string);
    const use = () => holder.request('GET', '/v1/contacts');
    expect((await use()).status).toBe(200);
    const data = await dataOf(revoke(credentialId as string));
    expect(data).toMatchObject({ credentialId, status: 'revoked' });
    expect(refusalOf(await use())).toBe('401 unauthenticated invalid_token');
  });

  it('revokeCredential also revokes the credentials that the credential has created', async () => {
    const asked = { name: 'Parent', permissions: ['credentials:manage', 'contacts:read'] };
    const parent = await created(api, '/v1/credentials', asked);
    const holder = api.withApiKey(parent.apiKey as string);
    const child = await created(holder, '/v1/credentials', {
      name: 'Child',
      permissions: ['contacts:read'],
    });
    const use = () => api.withApiKey(child.apiKey as string).request('GET', '/v1/contacts');
    expect((await use()).status).toBe(200);
    await dataOf(revoke(parent.credentialId as string));
    expect(refusalOf(await use())).toBe('401 unauthenticated invalid_token');
  });

  it('revokeCredential also revokes replacements by rotation if the request asks for that', async () => {
    const { credentialId } = await newCredential();
    const rotated = await created(api, `/v1/credentials/${String(credentialId)}/rotate`, {});
    const use = () => api.withApiKey(rotated.apiKey as string).request('GET', '/v1/contacts');
    await dataOf(revoke(credentialId as string));
    expect((await use()).status).toBe(200);
    const body = { replacements: true };
    await dataOf(api.request('POST', `/v1/credentials/${String(credentialId)}/revoke`, { body }));
    expect(refusalOf(await use())).toBe('401 unauthenticated invalid_token');
  });

  it('revokeCredential has no effect when it is repeated', async () => {
    const { credentialId } = await newCredential();
    const first = await dataOf(revoke(credentialId as string));
    expect(await dataOf(revoke(credentialId as string))).toEqual(first);
  });

  it('revokeCredential never returns the API key', async () => {
    const { credentialId, apiKey } = await newCredential();
    const { bytes } = await revoke(credentialId as string);
    expect(bytes.toString()).not.toContain(apiKey);
  });
});

describe('404', () => {
  it.each([randomUUID(), 'no-identifier', '%F0%9F%94%91'])(
    'revokeCredential does not find the identifier %s',
    async (id) => {
      expect(refusalOf(await revoke(id))).toBe('404 not_found');
    },
  );
});
