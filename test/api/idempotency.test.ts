import { randomUUID } from 'node:crypto';
import { created, customerInput, newCustomer, type Api } from '@timbre/testkit/client';
import { startDocumented } from './documented';
import { issuesOf, refusalOf } from './refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const send = (path: string, body: unknown, key: string, by: Api = api) =>
  by.request('POST', path, { body, headers: { 'idempotency-key': key } });
const create = (body: unknown, key: string, by: Api = api) => send('/v1/contacts', body, key, by);
const countOf = async (query: string) =>
  (await api.request('GET', `/v1/contacts?limit=50&query=${query}`)).json.data.length as number;

describe('a request that is sent again with the same idempotency key', () => {
  it('a repeated request gets an identical body with a new Request-Id, and changes nothing', async () => {
    const [key, legalName] = [randomUUID(), randomUUID()];
    const first = await create({ ...customerInput, legalName }, key);
    const again = await create({ ...customerInput, legalName }, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
    expect(await countOf(legalName)).toBe(1);
  });

  it('a repeated request may have a different JSON notation', async () => {
    const [key, legalName] = [randomUUID(), randomUUID()];
    const first = await create(`{"kind":"customer","legalName":"${legalName}"}`, key);
    const again = await create(` { "legalName": "${legalName}",\n"kind":"\\u0063ustomer" }`, key);
    expect(again.bytes.equals(first.bytes)).toBe(true);
  });

  it('a repeated request gets the first response even after the resource has changed', async () => {
    const key = randomUUID();
    const first = await create(customerInput, key);
    const path = `/v1/contacts/${first.json.data.contactId}`;
    await api.request('PATCH', path, { body: { legalName: 'CHANGED' } });
    expect((await create(customerInput, key)).bytes.equals(first.bytes)).toBe(true);
    await api.request('DELETE', path);
    expect((await create(customerInput, key)).bytes.equals(first.bytes)).toBe(true);
  });

  it('25 concurrent copies of one request have one effect', async () => {
    const [key, legalName] = [randomUUID(), randomUUID()];
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => create({ kind: 'customer', legalName }, key)),
    );
    const done = answers.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ bytes }) => bytes.toString())).size).toBe(1);
    for (const answer of answers.filter((one) => !done.includes(one))) {
      expect(refusalOf(answer)).toBe('409 operation_in_progress');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(await countOf(legalName)).toBe(1);
  });

  it('a repeated request that was refused is refused again, even if it would now succeed', async () => {
    const [key, code] = [randomUUID(), randomUUID().slice(0, 8)];
    const holder = await newCustomer(api, { code });
    const body = { ...customerInput, code };
    const refused = await create(body, key);
    expect(refusalOf(refused)).toBe('409 conflict code_taken');
    await api.request('DELETE', `/v1/contacts/${holder}`);
    expect((await create(body, key)).bytes.equals(refused.bytes)).toBe(true);
    expect((await create(body, randomUUID())).status).toBe(201);
  });
});

describe('a different request with the same idempotency key', () => {
  it.each([
    ['another value', { ...customerInput, legalName: 'OTHER' }],
    ['an additional field', { ...customerInput, phone: '55' }],
    ['a missing field', { kind: 'customer', legalName: customerInput.legalName }],
  ])('a different request with the same key is refused as a conflict: %s', async (_, body) => {
    const key = randomUUID();
    await create(customerInput, key);
    expect(refusalOf(await create(body, key))).toBe('409 idempotency_conflict');
  });

  it('a request with the same idempotency key for another resource of the same route is a conflict', async () => {
    const [one, other, key] = [await newCustomer(api), await newCustomer(api), randomUUID()];
    const remove = (id: string) =>
      api.request('DELETE', `/v1/contacts/${id}`, { headers: { 'idempotency-key': key } });
    expect((await remove(one)).status).toBe(200);
    expect(refusalOf(await remove(other))).toBe('409 idempotency_conflict');
    expect((await api.request('GET', `/v1/contacts/${other}`)).status).toBe(200);
  });

  it('a different request with the same idempotency key is validated first, and an invalid request stores nothing', async () => {
    const key = randomUUID();
    await create(customerInput, key);
    const answer = await create({ ...customerInput, rfc: 'X' }, key);
    expect(issuesOf(answer)).toEqual(['rfc: rfc_invalid']);
  });
});

describe('a key', () => {
  it('an idempotency key is scoped to one route', async () => {
    const key = randomUUID();
    expect((await create(customerInput, key)).status).toBe(201);
    const product = { description: 'Silla', price: 1 };
    expect((await send('/v1/products', product, key)).status).toBe(201);
    expect((await send('/v1/settings/series', { code: 'K', kind: 'income' }, key)).status).toBe(
      201,
    );
  });

  it('an idempotency key is scoped to one organization and reveals nothing to other organizations', async () => {
    const other = await startDocumented();
    const key = randomUUID();
    const [own, foreign] = [
      await create(customerInput, key),
      await create(customerInput, key, other),
    ];
    expect(foreign.status).toBe(201);
    expect(foreign.json.data.contactId).not.toBe(own.json.data.contactId);
    const changed = { ...customerInput, legalName: 'OTHER' };
    expect(refusalOf(await create(changed, key, other))).toBe('409 idempotency_conflict');
  });

  it('an idempotency key is scoped to the organization, not to the credential that used the key', async () => {
    const asked = { name: 'Second', permissions: ['contacts:manage', 'contacts:read'] };
    const second = api.withApiKey((await created(api, '/v1/credentials', asked)).apiKey as string);
    const key = randomUUID();
    const first = await create(customerInput, key);
    expect((await create(customerInput, key, second)).bytes.equals(first.bytes)).toBe(true);
  });

  it('a request that is refused before its execution does not consume its idempotency key', async () => {
    const [key, legalName] = [randomUUID(), randomUUID()];
    const stranger = api.withApiKey('nobody');
    expect((await create({ kind: 'customer', legalName }, key, stranger)).status).toBe(401);
    expect((await create({ kind: 'customer' }, key)).status).toBe(400);
    expect((await create({ kind: 'customer', legalName }, key)).status).toBe(201);
  });

  it('idempotency keys are case-sensitive', async () => {
    const key = `Key-${randomUUID()}`;
    const [one, other] = [
      await create(customerInput, key),
      await create(customerInput, key.toUpperCase()),
    ];
    expect(other.json.data.contactId).not.toBe(one.json.data.contactId);
  });
});
