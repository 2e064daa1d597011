import { randomUUID } from 'node:crypto';
import { created, dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf, refusalOf } from '../refused';
import { until } from '../until';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const newCredential = () =>
  created(api, '/v1/credentials', { name: 'Caja', permissions: ['contacts:read'] });
const rotate = (id: unknown, body?: object, key: string = randomUUID()) =>
  api.request('POST', `/v1/credentials/${String(id)}/rotate`, {
    ...(body && { body }),
    headers: { 'idempotency-key': key },
  });
const use = async (apiKey: unknown) =>
  (await api.withApiKey(apiKey as string).request('GET', '/v1/contacts')).status;

describe('201', () => {
  it('rotateCredential returns a new API key, and both keys work during the overlap', async () => {
    const { credentialId, apiKey } = await newCredential();
    const key = randomUUID();
    const first = await rotate(credentialId, undefined, key);
    expect(first.status).toBe(201);
    const fresh = first.json.data;
    expect(fresh).toMatchObject({ name: 'Caja', rotatedFrom: credentialId, status: 'active' });
    expect([await use(apiKey), await use(fresh.apiKey)]).toEqual([200, 200]);
    expect((await rotate(credentialId, undefined, key)).bytes.equals(first.bytes)).toBe(true);
  });

  it('rotateCredential causes no failed request in a running program that switches to the new key', async () => {
    const { credentialId, apiKey } = await newCredential();
    const statuses: number[] = [];
    let present = apiKey;
    let isWorking = true;
    const working = Array.from({ length: 4 }, async () => {
      while (isWorking) statuses.push(await use(present));
    });
    const fresh = await dataOf(rotate(credentialId));
    const atRotation = statuses.length;
    await until(
      60_000,
      () => Promise.resolve(statuses.length),
      (count) => count > atRotation + 20,
    );
    present = fresh.apiKey;
    const atChange = statuses.length;
    await until(
      60_000,
      () => Promise.resolve(statuses.length),
      (count) => count > atChange + 20,
    );
    isWorking = false;
    await Promise.all(working);
    expect([...new Set(statuses)]).toEqual([200]);
  });

  it('rotateCredential without an overlap revokes the old key immediately', async () => {
    const { credentialId, apiKey } = await newCredential();
    expect(await use(apiKey)).toBe(200);
    const fresh = await dataOf(rotate(credentialId, { overlapSeconds: 0 }));
    expect([await use(apiKey), await use(fresh.apiKey)]).toEqual([401, 200]);
  });
});

describe('400', () => {
  it.each([-1, 604_801, 1.5, 'day'])(
    'rotateCredential refuses an overlap of %j seconds',
    async (overlapSeconds) => {
      const { credentialId } = await newCredential();
      expect(issuesOf(await rotate(credentialId, { overlapSeconds }))[0]).toMatch(
        /^overlapSeconds: /,
      );
    },
  );
});

describe('404', () => {
  it.each(['no-identifier', '01890000-0000-7000-8000-000000000000'])(
    'rotateCredential does not find %s',
    async (id) => {
      expect(refusalOf(await rotate(id))).toBe('404 not_found');
    },
  );
});

describe('409', () => {
  it('rotateCredential refuses a revoked credential', async () => {
    const { credentialId } = await newCredential();
    await dataOf(api.request('POST', `/v1/credentials/${credentialId as string}/revoke`));
    expect(refusalOf(await rotate(credentialId))).toBe('409 conflict credential_revoked');
  });
});
