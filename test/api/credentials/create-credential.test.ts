import { randomUUID } from 'node:crypto';
import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const create = (body: object, key: string = randomUUID(), by: Api = api) =>
  by.request('POST', '/v1/credentials', { body, headers: { 'idempotency-key': key } });

describe('201', () => {
  it('createCredential returns an API key for this environment with exactly the requested permissions', async () => {
    const permissions = ['contacts:read'];
    const { status, json } = await create({ name: 'Bodega', permissions });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({ name: 'Bodega', permissions, status: 'active' });
    expect(json.data.apiKey).toMatch(/^timbre_test_[0-9a-f]{32}_[0-9A-Za-z]{49}$/);
    const holder = api.withApiKey(json.data.apiKey);
    expect((await holder.request('GET', '/v1/contacts')).status).toBe(200);
    expect((await holder.request('GET', '/v1/products')).status).toBe(403);
  });

  it('createCredential stores a repeated permission once', async () => {
    const permissions = ['contacts:read', 'contacts:read'];
    const { json } = await create({ name: 'Twice', permissions });
    expect(json.data.permissions).toEqual(['contacts:read']);
  });

  it('an API key from createCredential stops working after its expiry', async () => {
    const expiring = async (lifeMs: number) => {
      const expiresAt = new Date(Date.now() + lifeMs).toISOString();
      const { json } = await create({ name: 'Short', permissions: ['contacts:read'], expiresAt });
      const holder = api.withApiKey(json.data?.apiKey ?? '');
      const current = () => holder.request('GET', '/v1/credentials/current');
      return { current, wasOpen: (await current()).status === 200 };
    };
    let { current, wasOpen } = await expiring(1_500);
    // The test creates the credential again if the API key expired before its first use, which can
    // happen on a busy machine.
    if (!wasOpen) ({ current, wasOpen } = await expiring(20_000));
    expect(wasOpen).toBe(true);
    const late = await until(60_000, current, ({ status }) => status !== 200);
    expect(refusalOf(late)).toBe('401 unauthenticated invalid_token');
  });

  it('createCredential returns the same key to a retry and creates no second credential', async () => {
    const key = randomUUID();
    const body = { name: randomUUID(), permissions: ['contacts:read'] };
    const first = await create(body, key);
    const again = await create(body, key);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(again.json.data.apiKey).toBe(first.json.data.apiKey);
    const { json } = await api.request('GET', `/v1/credentials?query=${body.name}`);
    expect(json.data).toHaveLength(1);
  });

  it('createCredential returns a different API key to another organization that sends the same Idempotency-Key and body', async () => {
    const other = await startDocumented();
    const key = randomUUID();
    const body = { name: 'Same', permissions: ['contacts:read'] };
    const [own, foreign] = [await create(body, key), await create(body, key, other)];
    expect(foreign.status).toBe(201);
    const secretOf = (apiKey: string) => apiKey.split('_')[3]!.slice(0, 43);
    expect(secretOf(foreign.json.data.apiKey)).not.toBe(secretOf(own.json.data.apiKey));
  });
});

describe('400', () => {
  it('createCredential refuses an allowed IP address that is invalid', async () => {
    const allowedAddresses = ['10.0.0.0/33', 'localhost', '10.0.0.1'];
    const answer = await create({ name: 'Net', permissions: ['contacts:read'], allowedAddresses });
    expect(issuesOf(answer)).toEqual([
      'allowedAddresses.0: address_invalid',
      'allowedAddresses.1: address_invalid',
    ]);
  });

  it('createCredential lists all requested permissions that the calling credential does not have', async () => {
    const permissions = ['credentials:manage', 'contacts:read'];
    const limited = await dataOf(create({ name: 'Limited', permissions }));
    const holder = api.withApiKey(limited.apiKey as string);
    const wanted = ['contacts:read', 'contacts:manage', 'invoices:manage'];
    const answer = await create({ name: 'More', permissions: wanted }, undefined, holder);
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([
      'permissions.1: permission_not_held',
      'permissions.2: permission_not_held',
    ]);
  });

  it('createCredential reports all faults at once', async () => {
    const answer = await create({ name: ' ', permissions: ['gold:mine'], expiresAt: 'soon' });
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toEqual([
      'expiresAt: invalid_format',
      'name: too_small',
      'permissions.0: invalid_value',
    ]);
  });

  it('createCredential refuses an expiry in the past and a credential without permissions', async () => {
    const past = {
      name: 'Past',
      permissions: ['contacts:read'],
      expiresAt: '2020-01-01T00:00:00Z',
    };
    expect(issuesOf(await create(past))).toEqual(['expiresAt: in_the_past']);
    expect(issuesOf(await create({ name: 'None', permissions: [] }))).toEqual([
      'permissions: too_small',
    ]);
  });
});

describe('403', () => {
  it('createCredential refuses an IP address that the calling key does not allow', async () => {
    const permissions = ['contacts:read'];
    const allowedAddresses = ['203.0.113.0/24', '2001:db8::1'];
    const { apiKey } = await dataOf(create({ name: 'Office', permissions, allowedAddresses }));
    const answer = await api.withApiKey(apiKey as string).request('GET', '/v1/contacts');
    expect(refusalOf(answer)).toBe('403 forbidden address_not_allowed');
  });
});

describe('409', () => {
  it('createCredential does not return the API key to a different request with the same Idempotency-Key', async () => {
    const key = randomUUID();
    await create({ name: 'One', permissions: ['contacts:read'] }, key);
    const answer = await create({ name: 'Two', permissions: ['contacts:read'] }, key);
    expect(refusalOf(answer)).toBe('409 idempotency_conflict');
    expect(answer.bytes.toString()).not.toContain('timbre_test_');
  });
});
