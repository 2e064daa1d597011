import { created, dataOf, type Api, type Shown } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { newWebhook } from '../webhooks/endpoint';

let api: Api;
let other: Api;
let invited: Shown;
let key: Shown;
let webhook: Shown;
beforeAll(async () => {
  [api, other] = [await startDocumented(), await startDocumented('Other')];
  invited = await created(api, '/v1/organization/members', {
    email: 'eva@example.com',
    role: 'sales',
  });
  key = await created(api, '/v1/credentials', { name: 'Caja', permissions: ['contacts:read'] });
  webhook = await newWebhook(api);
});

const path = '/v1/organization/access';
const listed = async (query = '', by = api) =>
  (await by.request('GET', `${path}${query}`)).json.data as Shown[];

describe('200', () => {
  it('listAccess lists keys, webhooks and invitations with their creators', async () => {
    const [, own] = await listed('?kind=credential');
    const createdBy = `credential:${own!.id as string}`;
    const { credentialId, memberId, webhookId } = { ...key, ...invited, ...webhook } as Shown;
    expect(await listed()).toEqual([
      { kind: 'credential', id: credentialId, name: 'Caja', createdBy, createdAt: key.createdAt },
      own,
      {
        kind: 'webhook',
        id: webhookId,
        name: 'https://example.com/',
        createdBy,
        createdAt: webhook.createdAt,
      },
      {
        kind: 'invitation',
        id: memberId,
        name: 'eva@example.com',
        createdBy,
        createdAt: invited.createdAt,
      },
    ]);
    expect(own).toMatchObject({ createdBy: 'operator', lastUsedAt: expect.any(String) as string });
  });

  it('listAccess omits a disabled webhook and a revoked key', async () => {
    const gone = await newWebhook(api);
    const body = { status: 'disabled' };
    await dataOf(api.request('PATCH', `/v1/webhooks/${gone.webhookId as string}`, { body }));
    const revoked = await created(api, '/v1/credentials', {
      name: 'Gone',
      permissions: ['contacts:read'],
    });
    await dataOf(
      api.request('POST', `/v1/credentials/${revoked.credentialId as string}/revoke`, { body: {} }),
    );
    expect(await listed()).toHaveLength(4);
  });

  it('listAccess filters by kind, member and application, page by page', async () => {
    expect(await listed('?kind=webhook')).toMatchObject([{ id: webhook.webhookId }]);
    expect(await listed(`?memberId=${invited.memberId as string}`)).toMatchObject([
      { kind: 'invitation', id: invited.memberId },
    ]);
    expect(await listed('?applicationId=unknown')).toEqual([]);
    const seen: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { json } = await api.request('GET', `${path}?limit=1${cursor && `&cursor=${cursor}`}`);
      expect(json.data).toHaveLength(1);
      seen.push(json.data[0]);
      cursor = json.pagination!.nextCursor;
    }
    expect(seen).toEqual(await listed());
  });

  it('listAccess returns nothing of another organization', async () => {
    expect(await listed('', other)).toMatchObject([{ kind: 'credential', createdBy: 'operator' }]);
    expect(await listed(`?memberId=${invited.memberId as string}`, other)).toEqual([]);
  });
});

it('listAccess answers 400 for a cursor from a list with a different filter, and for an unknown kind', async () => {
  const { json } = await api.request('GET', `${path}?limit=1`);
  const cursor = json.pagination!.nextCursor;
  const answer = await api.request('GET', `${path}?kind=webhook&cursor=${cursor}`);
  expect(issuesOf(answer)).toEqual(['cursor: cursor_invalid']);
  expect(issuesOf(await api.request('GET', `${path}?kind=robot`))).toEqual(['kind: invalid_value']);
});

it('listAccess answers 403 to an API key that may not read every kind of access', async () => {
  const { apiKey } = await created(api, '/v1/credentials', {
    name: 'Narrow',
    permissions: ['members:read', 'credentials:read'],
  });
  const answer = await api.withApiKey(apiKey as string).request('GET', path);
  expect(refusalOf(answer)).toMatch(/^403 forbidden/);
});
