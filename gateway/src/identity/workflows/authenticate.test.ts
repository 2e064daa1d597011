import { randomUUID } from 'node:crypto';
import { refusalIn } from '@timbre/api';
import type { Refusal } from '@timbre/kit';
import { secretDigest, writeApiKey } from '../domain/api-key';
import type { StoredCredential } from '../domain/principal';
import { createAuthenticator } from './authenticate';
import { requirePermissions } from './require-permissions';

const id = '0198a7c4-1111-7222-8333-444455556666';
const key = writeApiKey('test', id);
const stored: StoredCredential = {
  id,
  actor: `credential:${id}`,
  organizationId: 'org',
  permissions: new Set(['contacts:read']),
  isOwner: false,
  isArchived: false,
  parentId: undefined,
  allowedAddresses: undefined,
  expiresAt: undefined,
  digest: secretDigest(key.secret),
  isRevoked: false,
};

/** Returns an authenticator whose database contains only this credential. */
function authenticating(credential: StoredCredential | undefined, nowMs = 0) {
  let clockMs = nowMs;
  const loads: string[] = [];
  const load = (asked: string) => {
    loads.push(asked);
    return Promise.resolve(credential);
  };
  const { authenticate, forget } = createAuthenticator({
    environment: 'sandbox',
    load,
    now: () => clockMs,
  });
  const outcome = (header: string | undefined) =>
    authenticate(header, caller).then(
      ({ organizationId }) => organizationId,
      ({ code, details }: Refusal) => [code, details.reason].filter(Boolean).join(' '),
    );
  const refused = (header: string) =>
    authenticate(header, caller).then(
      () => undefined,
      (error: unknown) => error as Refusal,
    );
  return { outcome, refused, loads, forget, at: (ms: number) => (clockMs = ms) };
}

/** Returns the network origin of the requests. */
const caller = () => ({ address: '203.0.113.7', userAgent: 'curl/8.9' });

const bearer = `Bearer ${key.text}`;

describe('authentication', () => {
  it('authentication returns the organization of the API key, whatever the case of the scheme', async () => {
    const { outcome } = authenticating(stored);
    expect(await outcome(bearer)).toBe('org');
    expect(await outcome(`bearer ${key.text}`)).toBe('org');
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', `Basic ${key.text}`, `${bearer} x`])(
    'authentication refuses a header that is not a bearer token: %j',
    async (header) => {
      expect(await authenticating(stored).outcome(header)).toBe('unauthenticated');
    },
  );

  it.each<[string, StoredCredential | undefined]>([
    ['unknown', undefined],
    ['of another secret', { ...stored, digest: secretDigest('other') }],
    ['revoked', { ...stored, isRevoked: true }],
    ['expired', { ...stored, expiresAt: new Date(0) }],
  ])('authentication refuses a key that is %s', async (_, credential) => {
    expect(await authenticating(credential).outcome(bearer)).toBe('unauthenticated invalid_token');
  });

  it('the refusal of a request without a valid API key explains in both languages what to do', async () => {
    const expired = { ...stored, expiresAt: new Date(0) };
    const refusal = await authenticating(expired).refused(bearer);
    expect(refusal?.message).toMatch(
      /^This API key expired at 1970-01-01T00:00:00.000Z. Use another/,
    );
    expect(refusal && refusalIn('es', refusal)).toMatch(/Use otra, o cree una con POST \/v1\/cred/);
  });

  it('authentication accepts an API key until the moment it expires', async () => {
    const expiring = { ...stored, expiresAt: new Date(1_000) };
    expect(await authenticating(expiring, 999).outcome(bearer)).toBe('org');
    expect(await authenticating(expiring, 1_000).outcome(bearer)).toContain('unauthenticated');
  });

  it('a key of the other environment is rejected without a database query', async () => {
    const { outcome, loads } = authenticating(stored);
    const live = writeApiKey('live', id).text;
    expect(await outcome(`Bearer ${live}`)).toBe('conflict environment_mismatch');
    expect(await outcome('Bearer timbre_test_made_up')).toBe('unauthenticated invalid_token');
    expect(loads).toEqual([]);
  });

  it('a credential is loaded once for concurrent requests and cached', async () => {
    const { outcome, loads } = authenticating(stored);
    await Promise.all([outcome(bearer), outcome(bearer), outcome(bearer)]);
    await outcome(bearer);
    expect(loads).toEqual([id]);
  });

  it('a credential is loaded again after this gateway has changed it', async () => {
    const { outcome, loads, forget } = authenticating(stored);
    await outcome(bearer);
    forget('org');
    await outcome(bearer);
    expect(loads).toEqual([id, id]);
  });

  it("credentials of other organizations stay cached when one organization's credentials change", async () => {
    const { outcome, loads, forget } = authenticating(stored);
    await outcome(bearer);
    forget('another');
    await outcome(bearer);
    expect(loads).toEqual([id]);
  });

  it.each<[string[] | undefined, string]>([
    [undefined, 'org'],
    [['203.0.113.0/24'], 'org'],
    [['198.51.100.0/24', '203.0.113.8'], 'forbidden address_not_allowed'],
  ])(
    'the answer to a key that allows %j and is used from 203.0.113.7 is %s',
    async (allowedAddresses, expected) => {
      expect(await authenticating({ ...stored, allowedAddresses }).outcome(bearer)).toBe(expected);
    },
  );

  it('a credential is loaded again after a failed load', async () => {
    let asked = 0;
    const load = () => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error('down')) : Promise.resolve(stored);
    };
    const { authenticate } = createAuthenticator({ environment: 'sandbox', load, now: () => 0 });
    await expect(authenticate(bearer, caller)).rejects.toThrow('down');
    expect((await authenticate(bearer, caller)).organizationId).toBe('org');
  });
});

describe('requirePermissions', () => {
  it('requirePermissions requires all permissions and lists the missing ones', () => {
    expect(() => requirePermissions(stored, ['contacts:read'])).not.toThrow();
    expect(() => requirePermissions(stored, [])).not.toThrow();
    expect(() => requirePermissions(stored, ['sat:read', 'contacts:read'], true)).not.toThrow();
    expect(() => requirePermissions(stored, ['sat:read', 'sat:sync'], true)).toThrow(
      'This credential lacks: sat:read, sat:sync.',
    );
    expect(() =>
      requirePermissions(stored, ['contacts:read', 'contacts:manage', 'sat:read']),
    ).toThrow('This credential lacks: contacts:manage, sat:read.');
  });
});

describe('made-up keys', () => {
  const madeUp = () => `Bearer ${writeApiKey('test', randomUUID()).text}`;

  it('invented API keys are looked up a hundred times per network, and then once a second', async () => {
    const { outcome, loads, at } = authenticating(undefined);
    const guess = (count: number) =>
      Promise.all(Array.from({ length: count }, () => outcome(madeUp())));
    expect((await guess(150)).filter((code) => code === 'rate_limited')).toHaveLength(50);
    expect(loads).toHaveLength(100);
    at(3_000);
    await guess(50);
    expect(loads).toHaveLength(103);
  });

  it('invented API keys do not block a key that was accepted from the same network before', async () => {
    const { outcome, at } = authenticating(stored);
    expect(await outcome(bearer)).toBe('org');
    await Promise.all(Array.from({ length: 150 }, () => outcome(madeUp())));
    at(10);
    expect(await outcome(bearer)).toBe('org');
  });

  it('invented API keys are not counted while the database is unavailable', async () => {
    let isDown = true;
    const { authenticate } = createAuthenticator({
      environment: 'sandbox',
      load: () => (isDown ? Promise.reject(new Error('no database')) : Promise.resolve(stored)),
      now: () => 0,
    });
    for (let count = 0; count < 150; count += 1)
      await expect(authenticate(bearer, caller)).rejects.toThrow('no database');
    isDown = false;
    expect((await authenticate(bearer, caller)).organizationId).toBe('org');
  });

  it('invented API keys among valid keys that wait for their first lookup after a restart', async () => {
    const keys = Array.from({ length: 250 }, () => writeApiKey('test', randomUUID()));
    const { authenticate } = createAuthenticator({
      environment: 'sandbox',
      load: (asked) => {
        const of = keys.find(({ text }) => text.includes(asked.replaceAll('-', '')));
        return Promise.resolve(of && { ...stored, id: asked, digest: secretDigest(of.secret) });
      },
      now: () => 0,
    });
    const outcomeOf = (text: string) =>
      authenticate(`Bearer ${text}`, caller).then(
        () => 'right',
        ({ code }: Refusal) => code,
      );
    const rest = Array.from({ length: 120 }, madeUp).map((header) =>
      header.slice('Bearer '.length),
    );
    const outcomes = await Promise.all([...keys.map(({ text }) => text), ...rest].map(outcomeOf));
    expect(outcomes.slice(0, 250)).toEqual(Array(250).fill('right'));
    expect(outcomes.slice(250).filter((one) => one === 'rate_limited')).toHaveLength(20);
  });

  it('only the invented API keys are counted', async () => {
    const { outcome, loads, forget } = authenticating(stored);
    for (let count = 0; count < 150; count += 1) {
      expect(await outcome(bearer)).toBe('org');
      forget('org');
    }
    expect(loads).toHaveLength(150);
  });
});
