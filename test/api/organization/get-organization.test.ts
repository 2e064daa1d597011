import type { Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented('Panadería Ñandú, S. A.');
});

describe('200', () => {
  it('getOrganization returns the organization of the API key', async () => {
    const { status, json } = await api.request('GET', '/v1/organization');
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      organizationId: api.organizationId,
      name: 'Panadería Ñandú, S. A.',
    });
  });
});
