import type { Api } from '@timbre/testkit/client';
import { describedBy } from '../description';
import { startDocumented } from '../documented';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

describe('200', () => {
  it('listPermissions lists each permission once, with its operations', async () => {
    const { status, json } = await api.request('GET', '/v1/permissions');
    expect(status).toBe(200);
    const names = json.data.map(({ permission }: { permission: string }) => permission);
    expect(new Set(names).size).toBe(names.length);
    expect(json.data).toContainEqual({
      permission: 'credentials:read',
      operations: ['listAccess', 'getCredential', 'listCredentials'],
    });
    expect(json.pagination).toEqual({ nextCursor: null, hasMore: false });
  });

  it('listPermissions describes each operation with the same text as OpenAPI', async () => {
    const { json } = await api.request('GET', '/v1/permissions');
    const { operations } = await describedBy(api);
    const described = operations.map(({ operationId, security = [] }) => [
      operationId,
      security.flatMap(({ bearer }) => bearer).sort(),
    ]);
    const published = operations.map(({ operationId }) => [
      operationId,
      (json.data as { permission: string; operations: string[] }[])
        .filter((entry) => entry.operations.includes(operationId))
        .map(({ permission }) => permission)
        .sort(),
    ]);
    expect(published).toEqual(described);
  });

  it('listPermissions requires an API key but no permission', async () => {
    const body = { name: 'Narrow', permissions: ['webhooks:read'] };
    const { json } = await api.request('POST', '/v1/credentials', { body });
    const answer = await api.withApiKey(json.data.apiKey).request('GET', '/v1/permissions');
    expect(answer.status).toBe(200);
  });
});
