import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express from 'express';
import { conflict, type CallContext, type Refusal } from '@timbre/kit';
import { z } from 'zod';
import { createArrivals } from '../http/arrivals';
import type { Answered } from '../../identity/workflows/record-activity';
import type { RateLimiter } from '../../identity/workflows/rate-limiter';
import { operation, type OperationRow } from '../operations/operation';
import { createDispatcher } from './dispatch';
import type { Gateway } from '../perform/perform';

type Verdict = Awaited<ReturnType<RateLimiter>>;

const allowed: Verdict = {
  isAllowed: true, limit: 10, remaining: 9, resetSeconds: 1, retryAfterSeconds: 1,
}; // prettier-ignore

let calls: CallContext[];
let records: Answered[];
let logged: unknown[];
let servers: Server[];
beforeEach(() => {
  [calls, records, logged, servers] = [[], [], [], []];
});
afterEach(() => servers.forEach((server) => server.close()));

type Outcome = Awaited<ReturnType<OperationRow['call']>>;

function row(changes: Partial<OperationRow> = {}, outcome?: () => Outcome): OperationRow {
  const base = {
    id: 'doThing',
    area: 'x',
    method: 'POST' as const,
    path: '/v1/things/{thingId}',
    summary: { en: '', es: '' },
    permissions: [],
    environments: 'both' as const,
    isIdempotent: true,
    success: 200 as const,
    params: z.strictObject({ thingId: z.string().min(1) }),
    body: z.strictObject({ a: z.number() }).optional(),
  };
  const answer = outcome ?? (() => Buffer.from('{"data":{}}'));
  const call: OperationRow['call'] = async (_, __, context) => {
    calls.push(context);
    return answer();
  };
  return operation({ ...base, ...changes, call } as never);
}

/** Serves the given operation rows with a gateway made of the given parts. */
async function serve(operations: OperationRow[], parts: Partial<Gateway> = {}, isArchived = false) {
  const credential = {
    id: 'c1', actor: 'credential:c1', organizationId: 'o1', expiresAt: undefined, parentId: undefined,
    permissions: new Set(['contacts:read', 'sat:read']), isOwner: false, isArchived, allowedAddresses: undefined,
  }; // prettier-ignore
  const dispatch = createDispatcher({
    environment: 'sandbox',
    publicUrl: 'https://api.example',
    operations,
    backend: {} as never,
    authenticate: () => Promise.resolve(credential),
    limit: () => Promise.resolve(allowed),
    arrivals: createArrivals(),
    record: (answered) => void records.push(answered),
    logger: { info: () => undefined, error: (entry: unknown) => void logged.push(entry) } as never,
    ...parts,
  });
  const server = createServer(
    express().use((request, response) => void dispatch(request, response)),
  );
  servers.push(server);
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = server.address() as AddressInfo;
  return async (path = '/v1/things/7', init: RequestInit = {}) => {
    const headers = { 'idempotency-key': 'k', 'content-type': 'application/json', ...init.headers };
    const given = { method: 'POST', ...init, headers };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, given);
    const text = await response.text();
    const { error } = (text.startsWith('{') ? JSON.parse(text) : {}) as {
      error?: Partial<Refusal>;
    };
    const outcome = [response.status, error?.code, error?.details?.reason]
      .filter(Boolean)
      .join(' ');
    return { outcome, text, error, headers: response.headers };
  };
}

describe('the dispatcher', () => {
  it('the dispatcher passes caller, operation and idempotency key to the service', async () => {
    const ask = await serve([row({ permissions: ['contacts:read'] })]);
    await ask('/v1/things/7', { body: '{"a":1}' });
    expect(calls).toEqual([
      {
        organizationId: 'o1',
        hidesPayroll: true,
        environment: 'sandbox',
        actor: 'credential:c1',
        permissions: ['contacts:read'],
        requestId: expect.stringMatching(/^req_[a-f0-9]{32}$/),
        deadlineMs: expect.any(Number),
        idempotency: {
          key: 'k',
          route: 'POST /v1/things/{thingId}',
          fingerprint: expect.stringMatching(/^[a-f0-9]{64}$/),
        },
      },
    ]);
    expect(calls[0]!.deadlineMs - Date.now()).toBeLessThanOrEqual(28_000);
  });

  it.each(['/v1/things/', '/v1/things', '/v1/things/7/', '/v1//7'])(
    'the dispatcher finds no operation at %s, because a path parameter is never empty',
    async (path) => {
      const ask = await serve([row({ isIdempotent: false })]);
      expect((await ask(path)).outcome).toBe('404 not_found');
      expect(calls).toEqual([]);
    },
  );

  it.each<[Partial<OperationRow>, string]>([
    [{}, '409 conflict organization_archived'],
    [{ isForArchived: true }, '200'],
    [{ rateClass: 'export' }, '200'],
    [{ isIdempotent: false }, '200'],
  ])(
    'the dispatcher answers a row with %j in an archived organization by %s',
    async (changes, expected) => {
      const ask = await serve([row(changes)], {}, true);
      expect((await ask()).outcome).toBe(expected);
    },
  );

  it('the dispatcher passes no idempotency key for a read', async () => {
    const ask = await serve([row({ isIdempotent: false })]);
    await ask();
    expect(calls[0]).not.toHaveProperty('idempotency');
  });

  it.each([
    ['production', 'sandbox', '403 forbidden production_only'],
    ['sandbox', 'production', '403 forbidden sandbox_only'],
    ['sandbox', 'sandbox', '200'],
    ['both', 'production', '200'],
  ] as const)(
    'an operation of %s in %s answers %s',
    async (environments, environment, expected) => {
      const ask = await serve([row({ environments })], { environment });
      const { outcome, headers } = await ask();
      expect(outcome).toBe(expected);
      expect(headers.has('www-authenticate')).toBe(expected !== '200');
      expect(calls).toHaveLength(expected === '200' ? 1 : 0);
    },
  );

  it('the dispatcher sends a file with its content type and name', async () => {
    const file = {
      content: Buffer.from('<x/>'),
      contentType: 'application/xml',
      fileName: 'a.xml',
    };
    const ask = await serve([row({}, () => file)]);
    const { text, headers } = await ask();
    expect(text).toBe('<x/>');
    expect(headers.get('content-disposition')).toBe('attachment; filename="a.xml"');
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  const streamed = (parts: () => AsyncGenerator<Buffer>) =>
    row({}, () => ({ parts: parts(), contentType: 'text/csv', fileName: 'a.csv' }));

  it('the dispatcher sends a file in parts', async () => {
    const ask = await serve([
      streamed(async function* () {
        yield Buffer.from('a,b\r\n');
        yield await Promise.resolve(Buffer.from('1,2\r\n'));
      }),
    ]);
    const { text, headers } = await ask();
    expect(text).toBe('a,b\r\n1,2\r\n');
    expect(headers.get('content-disposition')).toBe('attachment; filename="a.csv"');
    expect(headers.has('content-length')).toBe(false);
  });

  it('the dispatcher breaks the connection when a later part of a file fails, so that a truncated file never looks complete', async () => {
    const ask = await serve([
      streamed(async function* () {
        yield Buffer.from('a,b\r\n');
        await Promise.reject(new Error('the database is gone'));
      }),
    ]);
    await expect(ask()).rejects.toThrow();
    expect(logged).toHaveLength(1);
  });

  it('the dispatcher hides the cause of an unexpected error from the client, and logs it with its request', async () => {
    const thrown = new Error('password=hunter2');
    const ask = await serve([
      row({}, () => {
        throw thrown;
      }),
    ]);
    const { outcome, text, headers } = await ask();
    expect(outcome).toBe('500 internal');
    expect(text).not.toContain('hunter2');
    expect(logged).toEqual([expect.objectContaining({ err: thrown, operation: 'doThing' })]);
    expect(headers.get('request-id')).toMatch(/^req_/);
  });

  it('while the database is unreachable, the dispatcher tells the client to retry the request', async () => {
    const ask = await serve([
      row({}, () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      }),
    ]);
    const { outcome, headers } = await ask();
    expect(outcome).toBe('503 provider_unavailable');
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('the dispatcher returns a refusal without logging an error', async () => {
    const ask = await serve([
      row({}, () => {
        throw conflict('Not now.', 'not_a_draft');
      }),
    ]);
    expect((await ask()).outcome).toBe('409 conflict not_a_draft');
    expect(logged).toEqual([]);
  });

  it('the dispatcher records an aborted body upload as an error of the client', async () => {
    let record: Gateway['record'] = () => undefined;
    const recorded = new Promise<Answered>((resolve) => (record = resolve));
    await serve([row()], { record });
    const { port } = servers[0]!.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    servers[0]!.once('request', () => setImmediate(() => socket.destroy()));
    socket.write('POST /v1/things/7 HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf');
    expect(await recorded).toMatchObject({ status: 400, refusal: { code: 'validation_error' } });
    expect(logged).toEqual([]);
  });

  it('the dispatcher records every request and its outcome', async () => {
    const ask = await serve([row({ permissions: ['files:read'] }), row({ path: '/v1/open' })]);
    await ask();
    await ask('/v1/open');
    await ask('/v1/nowhere');
    expect(records.map((one) => [one.row?.path, one.status, one.refusal?.code])).toEqual([
      ['/v1/things/{thingId}', 403, 'forbidden'],
      ['/v1/open', 400, 'validation_error'],
      [undefined, 404, 'not_found'],
    ]);
  });
});

describe('quotas', () => {
  const limitedBy = (verdict: Verdict) => ({ limit: () => Promise.resolve(verdict) });

  it('requests count against the rate class of their operation, by default read or write', async () => {
    const classes: string[] = [];
    const limit = (_: string, rateClass: string) => {
      classes.push(rateClass);
      return Promise.resolve(allowed);
    };
    const rows = [
      row({ path: '/v1/a', rateClass: 'stamp' }),
      row({ path: '/v1/b' }),
      row({ path: '/v1/c', method: 'GET', isIdempotent: false }),
    ];
    const ask = await serve(rows, { limit });
    for (const [path, method] of [['/v1/a', 'POST'], ['/v1/b', 'POST'], ['/v1/c', 'GET']])
      await ask(path, { method: method! }); // prettier-ignore
    expect(classes).toEqual(['stamp', 'write', 'read']);
  });

  it('a request above its quota is rejected before any work is done, and the response states the time to wait', async () => {
    const ask = await serve(
      [row()],
      limitedBy({ ...allowed, isAllowed: false, retryAfterSeconds: 7 }),
    );
    const { outcome, headers, error } = await ask();
    expect(outcome).toBe('429 rate_limited');
    expect(headers.get('retry-after')).toBe('7');
    expect(error!.details).toEqual({ retryable: true, retryAfterSeconds: 7 });
    expect(calls).toEqual([]);
  });

  it.each([
    ['a read', row({ method: 'GET', isIdempotent: false, path: '/v1/r' }), '200'],
    [
      'a download',
      row({ method: 'GET', isIdempotent: false, path: '/v1/r', rateClass: 'export' }),
      '200',
    ],
    ['a preview', row({ path: '/v1/r', rateClass: 'read', isIdempotent: false }), '200'],
    ['a write', row({ path: '/v1/r' }), '503 provider_unavailable'],
  ])('while the store of quotas is down, %s is answered or refused', async (_, given, expected) => {
    const limit = () => Promise.reject(new Error('store is down'));
    const ask = await serve([{ ...given, params: undefined } as OperationRow], { limit });
    const { outcome, headers } = await ask('/v1/r', { method: given.method });
    expect(outcome).toBe(expected);
    if (expected !== '200') expect(headers.get('retry-after')).toBe('2');
  });
});
