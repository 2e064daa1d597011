import { created, startApi, type Api, type ApiResponse } from '@timbre/testkit/client';
import { modeOf, writeApiKey } from '../../gateway/src/identity/domain/api-key';
import { operations as rows } from '../../gateway/src/edge/operations';
import { describedBy, isIdempotent, isList, pathOf, type Operation } from './description';
import { startDocumented } from './documented';
import { issuesOf, refusalOf } from './refused';
import { bodies } from './request-examples';

let api: Api;
let operations: Map<string, Operation>;
/**
 * Clients for two keys with one permission each, for operations that require only one of these permissions.
 */
let narrow: Api[];

beforeAll(async () => {
  api = await startDocumented();
  const described = (await describedBy(api)).operations;
  operations = new Map(described.map((operation) => [operation.operationId, operation]));
  narrow = await Promise.all(
    narrowPermissions.map(async (permission) => {
      const asked = { name: 'Narrow', permissions: [permission] };
      return api.withApiKey((await created(api, '/v1/credentials', asked)).apiKey as string);
    }),
  );
});

const narrowPermissions = ['webhooks:read', 'locations:read'] as const;
const ids = rows.map(({ id }) => id);
/**
 * The operations that are available in a sandbox. This deployment is a sandbox and refuses other operations
 * before it reads a request.
 */
const own = rows.filter(({ environments }) => environments !== 'production');
const productionOnly = ids.filter((id) => !own.some((row) => row.id === id));
const writes = own.filter(({ method }) => method !== 'GET').map(({ id }) => id);
const withBody = own.filter(({ body }) => body).map(({ id }) => id);
const keyed = own.filter((row) => row.isIdempotent).map(({ id }) => id);
/** Operations that return pages: lists, and the lines of a statement. */
const isPaged = ({ id, isList, query }: (typeof rows)[number]) =>
  query !== undefined && (isList === true || id === 'getContactStatement');
const lists = own.filter(isPaged).map(({ id }) => id);
/**
 * Lists that have no parent resource. The test excludes other lists, because a list with a parent resource
 * answers 404 for an unknown parent before it reads a cursor.
 */
const rootLists = lists.filter(
  (id) => !/\{(?!catalog)/.test(rows.find((row) => row.id === id)!.path),
);
/**
 * Lists with a text search. Lists with a path parameter are excluded, because the test has no value for the
 * parameter.
 */
const searched = own
  .filter(({ id, path }) => lists.includes(id) && !path.includes('{'))
  .filter(({ query }) => query?.safeParse({ query: 'words' }).success)
  .map(({ id }) => id);
const guarded = rows.filter(({ permissions }) => permissions.length > 0).map(({ id }) => id);

const called = (id: string) => operations.get(id)!;

/** Sends a request that is valid except for the given changes. */
function send(
  id: string,
  changes: Parameters<Api['request']>[2] & { query?: string } = {},
  by = api,
) {
  const operation = called(id);
  const { query = '', ...options } = changes;
  const body = bodies[id] === undefined ? {} : { body: bodies[id] };
  return by.request(operation.method, pathOf(operation) + query, { ...body, ...options });
}

const isRequestId = expect.stringMatching(/^req_[a-f0-9]{32}$/);
const requestIdOf = ({ headers }: ApiResponse) => headers.get('request-id');

describe('every operation', () => {
  it('the OpenAPI document describes exactly the operations in the table of operations, each with the same properties', () => {
    const described = [...operations.values()].map((operation) => ({
      id: operation.operationId,
      method: operation.method,
      path: operation.path,
      isIdempotent: isIdempotent(operation),
      hasBody: operation.requestBody !== undefined,
      isList: isList(operation),
    }));
    const declared = rows.map((row) => {
      const { id, method, path, isIdempotent, body } = row;
      return { id, method, path, isIdempotent, hasBody: !!body, isList: isPaged(row) };
    });
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect(described.sort(byId)).toEqual(declared.sort(byId));
  });

  it.each(ids)(
    '%s requires an API key and answers 401 with a challenge if the key is missing',
    async (id) => {
      const answer = await send(id, { headers: { authorization: undefined } });
      expect(refusalOf(answer)).toBe('401 unauthenticated');
      const metadata = `resource_metadata="${api.baseUrl}/.well-known/oauth-protected-resource"`;
      expect(answer.headers.get('www-authenticate')).toBe(`Bearer ${metadata}`);
      expect(requestIdOf(answer)).toEqual(isRequestId);
    },
  );

  it.each(guarded)(
    '%s requires its permissions and answers 403 with a list of them',
    async (id) => {
      const { permissions } = rows.find((row) => row.id === id)!;
      const answer = await send(id, {}, narrow[permissions.includes(narrowPermissions[0]) ? 1 : 0]);
      expect(refusalOf(answer)).toBe('403 forbidden insufficient_scope');
      expect(answer.json.error.message).toBe(`This credential lacks: ${permissions.join(', ')}.`);
      expect(answer.headers.get('www-authenticate')).toContain(
        `error="insufficient_scope", scope="${permissions.join(' ')}"`,
      );
    },
  );

  it.each(productionOnly)('%s is refused in a sandbox', async (id) => {
    expect(refusalOf(await send(id))).toBe('403 forbidden production_only');
  });

  it.each(own.map(({ id }) => id))('%s refuses an unknown query parameter', async (id) => {
    const answer = await send(id, { query: '?surprise=1' });
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toContain('surprise: unknown_field');
  });
});

describe('every path', () => {
  const paths = [...new Set(rows.map(({ path }) => path))];
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

  it.each(paths)('%s answers 405 with the allowed methods to any other method', async (path) => {
    const allowed = methods.filter((method) =>
      rows.some((row) => row.path === path && row.method === method),
    );
    for (const other of methods.filter((method) => !allowed.includes(method))) {
      const answer = await api.request(other, pathOf({ path } as Operation));
      expect(refusalOf(answer)).toBe('405 method_not_allowed');
      expect(answer.headers.get('allow')).toBe(allowed.join(', '));
      expect(requestIdOf(answer)).toEqual(isRequestId);
    }
  });
});

describe('a write', () => {
  it.each(keyed)('%s requires an Idempotency-Key', async (id) => {
    const answer = await send(id, { headers: { 'idempotency-key': undefined } });
    expect(issuesOf(answer)).toContain('Idempotency-Key: required');
  });

  it.each(['', ' ', '\u0080', 'x'.repeat(201)])(
    'a write refuses the idempotency key "%s"',
    async (key) => {
      const answer = await send('createContact', { headers: { 'idempotency-key': key } });
      expect(issuesOf(answer)).toEqual([
        expect.stringMatching(/^Idempotency-Key: (required|invalid_format)$/),
      ]);
    },
  );

  it.each(['!', 'a b', 'ñ', 'x'.repeat(200)])(
    'a write accepts the idempotency key "%s"',
    async (key) => {
      const answer = await send('createContact', { headers: { 'idempotency-key': key } });
      expect(answer.status).toBe(201);
    },
  );

  it.each(writes)('%s refuses an unknown field', async (id) => {
    const answer = await send(id, { body: { ...bodies[id], surprise: 1 } });
    expect(issuesOf(answer)).toEqual(['surprise: unknown_field']);
  });
});

describe('a write with a body', () => {
  it.each(withBody)('%s refuses a body that is not a JSON object', async (id) => {
    for (const body of ['[]', 'null', '"text"', '7']) {
      const answer = await send(id, { body });
      expect(answer.status).toBe(400);
      expect(issuesOf(answer).length).toBeGreaterThan(0);
    }
  });
});

describe('a body', () => {
  const broken: [what: string, body: string | Buffer, code: string][] = [
    ['that is not JSON', '{"kind":', 'json_invalid'],
    ['that is not UTF-8', Buffer.from('{"legalName":"Pe\xf1a"}', 'latin1'), 'json_invalid'],
    ['with a lone surrogate', '{"legalName":"\\ud83d"}', 'json_invalid'],
    ['that is nested too deeply', '['.repeat(65) + ']'.repeat(65), 'json_too_deep'],
    ['over 1 MB', JSON.stringify('x'.repeat(1 << 20)), 'body_too_large'],
  ];

  it.each(broken)('a body that is %s is refused', async (_, body, code) => {
    const answer = await send('createContact', { body });
    expect(refusalOf(answer)).toBe('400 validation_error');
    expect(issuesOf(answer)).toEqual([`: ${code}`]);
    expect(requestIdOf(answer)).toEqual(isRequestId);
  });

  it('a body with an amount that a float cannot represent is refused, and all other faults are reported too', async () => {
    const answer = await send('createProduct', { body: '{"price":99999999999.123456}' });
    expect(issuesOf(answer)).toEqual(['description: required', 'price: number_not_exact']);
  });

  it('a request body of exactly 1 MB is accepted', async () => {
    const padding = 'x'.repeat((1 << 20) - '{"legalName":""}'.length);
    const answer = await send('createContact', { body: `{"legalName":"${padding}"}` });
    expect(issuesOf(answer)).toEqual(['kind: invalid_value']);
  });

  it.each(['text/plain', 'application/xml', 'application/json; charset=latin1', ''])(
    'a body of type "%s" is refused',
    async (type) => {
      const answer = await send('createContact', { headers: { 'content-type': type } });
      expect(issuesOf(answer)).toEqual([': content_type_unsupported']);
    },
  );

  it.each(['application/json; charset="UTF-8"', 'application/json;', 'application/json; v=1'])(
    'a body may be of type %s',
    async (type) => {
      const headers = { 'content-type': type };
      expect((await send('createContact', { headers })).status).toBe(201);
    },
  );

  it('a missing request body is reported if the operation requires a body', async () => {
    const answer = await api.request('POST', '/v1/contacts');
    expect(issuesOf(answer)).toEqual([': required']);
  });

  it('an operation that expects no body accepts only an empty object as its body', async () => {
    const stamp = '/v1/cfdi/cfdi:01890000-0000-7000-8000-000000000000/stamp';
    expect((await api.request('POST', stamp, { body: {} })).status).toBe(404);
    const answer = await api.request('POST', stamp, { body: [] });
    expect(issuesOf(answer)).toEqual([': invalid_type']);
  });

  it('body, query and headers are checked together, and all faults are reported at once', async () => {
    const answer = await send('createContact', {
      query: '?a=1&b=2&b=3',
      body: { kind: 'customer', rfc: 'NO', taxSystem: '000', defaultPaymentTermDays: 366 },
      headers: { 'idempotency-key': undefined },
    });
    expect(issuesOf(answer)).toEqual([
      'Idempotency-Key: required',
      'a: unknown_field',
      'b: repeated',
      'b: unknown_field',
      'defaultPaymentTermDays: too_big',
      'legalName: required',
      'rfc: rfc_invalid',
      'taxSystem: not_in_catalog',
    ]);
  });
});

describe('a list', () => {
  it.each(lists)('%s accepts page limits from 1 to 50', async (id) => {
    for (const limit of ['0', '51', '-1', '1.5', 'x', '1e1', '%20']) {
      const answer = await send(id, { query: `?limit=${limit}` });
      expect(answer.status).toBe(400);
      expect(issuesOf(answer)).toEqual([expect.stringMatching(/^limit: /)]);
    }
  });

  it.each(lists)('%s refuses a repeated query parameter', async (id) => {
    const answer = await send(id, { query: '?limit=1&limit=2' });
    expect(issuesOf(answer)).toContain('limit: repeated');
  });

  it.each(rootLists)('%s refuses the cursor of another list', async (id) => {
    const foreign = cursorOf('another list');
    for (const cursor of ['x', 'AAAA', '%00', foreign]) {
      const params = id === 'searchSatCatalog' ? { catalog: 'c_UsoCFDI' } : {};
      const path = `${pathOf(called(id), params)}?cursor=${cursor}`;
      const answer = await api.request('GET', path);
      expect([cursor, ...issuesOf(answer)]).toEqual([cursor, 'cursor: cursor_invalid']);
    }
  });

  it('a list refuses a cursor of the same list with different filters', async () => {
    for (const code of ['1', '2']) {
      await created(api, '/v1/contacts', { ...bodies['createContact'], code });
    }
    const { json } = await api.request('GET', '/v1/contacts?limit=1&kind=customer');
    const cursor = json.pagination.nextCursor as string;
    const answer = await api.request('GET', `/v1/contacts?kind=supplier&cursor=${cursor}`);
    expect(issuesOf(answer)).toEqual(['cursor: cursor_invalid']);
  });

  it.each(searched)('%s returns no rows for search words that match nothing', async (id) => {
    const { status, json } = await send(id, { query: '?query=zqxjkvw' });
    expect([status, json.data]).toEqual([200, []]);
  });

  it('a list treats a question mark in search words literally', async () => {
    await created(api, '/v1/contacts', { kind: 'customer', legalName: '¿Qué? Consultores' });
    const { json } = await api.request('GET', '/v1/contacts?query=qu%C3%A9?%20cons');
    expect(json.data).toHaveLength(1);
  });
});

const cursorOf = (list: string) =>
  Buffer.from(JSON.stringify([list, '[]', '01890000-0000-7000-8000-000000000000'])).toString(
    'base64url',
  );

describe('a key', () => {
  const credentialId = '01890000-0000-7000-8000-000000000000';
  const ask = (apiKey: string) => api.withApiKey(apiKey).request('GET', '/v1/organization');

  it('an API key for the other environment is refused with 409 instead of 401', async () => {
    expect(modeOf('sandbox')).toBe('test');
    const answer = await ask(writeApiKey('live', credentialId).text);
    expect(refusalOf(answer)).toBe('409 conflict environment_mismatch');
  });

  it.each([
    ['of the right format that was never issued', writeApiKey('test', credentialId).text],
    [
      'of the other environment with a wrong checksum',
      `timbre_live_${'0'.repeat(32)}_${'a'.repeat(49)}`,
    ],
    ['with a wrong checksum', `timbre_test_${'0'.repeat(32)}_${'a'.repeat(49)}`],
    ['that is malformed', 'password'],
    ['that is a JWT', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'],
  ])('a key that is %s is refused with 401', async (_, text) => {
    const answer = await ask(text);
    expect(refusalOf(answer)).toBe('401 unauthenticated invalid_token');
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('an API key with a wrong secret is refused with 401', async () => {
    const id = api.apiKey.split('_')[2]!;
    const uuid = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    expect(refusalOf(await ask(writeApiKey('test', uuid).text))).toContain('401');
  });

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'bearer a b', ''])(
    'a key is required as a bearer token: "%s"',
    async (authorization) => {
      const answer = await api.request('GET', '/v1/organization', { headers: { authorization } });
      expect(refusalOf(answer)).toBe('401 unauthenticated');
    },
  );
});

describe('every answer', () => {
  it('every response has a unique Request-Id', async () => {
    const raw = await startApi();
    const paths = ['/', '/nowhere', '/v1', '/v1/', '/v1/nowhere', '/v1/contacts/%zz', '/openapi.json',
      '/docs', '/healthz', '/readyz', '/.well-known/oauth-protected-resource', '/v1/contacts?a=%zz']; // prettier-ignore
    const seen = await Promise.all(
      paths.map(async (path) => requestIdOf(await raw.request('GET', path))),
    );
    expect(seen).toEqual(paths.map(() => isRequestId));
    expect(new Set(seen).size).toBe(paths.length);
  });

  it('every request to an unknown path gets 404', async () => {
    for (const path of [
      '/nowhere',
      '/v1/nowhere',
      '/v1/Contacts',
      '/v1/contacts/%zz',
      '/links/%zz',
      '/v1/contacts/',
      '/v2/contacts',
    ]) {
      expect(refusalOf(await api.request('GET', path))).toBe('404 not_found');
    }
  });

  it('every response forbids caching', async () => {
    const { headers } = await api.request('GET', '/v1/contacts');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
  });
});
