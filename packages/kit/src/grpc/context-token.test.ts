import { createHmac, randomBytes } from 'node:crypto';
import { createCallerSigner, createCallerVerifier, type Caller } from './context-token';

const key = randomBytes(32);
const caller: Caller = {
  organizationId: '019a0000-0000-7000-8000-000000000001',
  environment: 'sandbox',
  actor: 'credential:1',
  permissions: ['contacts:read'],
};
const sign = createCallerSigner(key);
const verify = createCallerVerifier(key, 'sandbox');

const refused = expect.objectContaining({ code: 'unauthenticated' }) as Error;
const clockSkewed = expect.objectContaining({
  code: 'provider_unavailable',
  details: { retryable: true, retryAfterSeconds: 2, reason: 'clock_skewed' },
}) as Error;
const verifying = (token: string | undefined, by = verify) => {
  try {
    return by(token);
  } catch (error) {
    return error;
  }
};

test('a signed caller arrives unchanged, both the first time and from the cache', () => {
  expect(verify(sign(caller))).toMatchObject(caller);
  expect(verify(sign(caller))).toMatchObject(caller);
});

test.each([
  ['missing', undefined],
  ['empty', ''],
  ['without a signature', sign(caller).split('.')[0]],
  ['no token at all', 'a.b.c'],
  ['signed with another key', createCallerSigner(randomBytes(32))(caller)],
])('a token that is %s is refused every time', (_, token) => {
  expect(verifying(token)).toEqual(refused);
  expect(verifying(token)).toEqual(refused);
});

test('changed claims are rejected, even if the original claims were verified before', () => {
  const token = sign(caller);
  verify(token);
  const forged = { ...caller, organizationId: 'other', expiresAtMs: Date.now() + 1_000 };
  const payload = Buffer.from(JSON.stringify(forged)).toString('base64url');
  expect(verifying(`${payload}.${token.split('.')[1]}`)).toEqual(refused);
});

test.each<[string, Partial<Caller>]>([
  ['organization', { organizationId: '019a0000-0000-7000-8000-000000000002' }],
  ['actor', { actor: 'credential:2' }],
  ['permissions', { permissions: [] }],
  ['time', { clockAheadMs: 86_400_000 }],
])('a token with another %s is a different token', (_, over) => {
  sign(caller);
  expect(verify(sign({ ...caller, ...over }))).toMatchObject({ ...caller, ...over });
});

describe('the age of a token', () => {
  beforeEach(() => jest.useFakeTimers({ now: Date.now() }));
  afterEach(() => jest.useRealTimers());

  test('a token expires even if it was verified before', () => {
    const token = createCallerSigner(key)(caller);
    jest.advanceTimersByTime(59_000);
    expect(verifying(token)).toMatchObject(caller);
    jest.advanceTimersByTime(2_000);
    expect(verifying(token)).toEqual(clockSkewed);
  });

  test('a reused token is valid for longer than the longest request', () => {
    const signing = createCallerSigner(key);
    const startMs = Date.now();
    for (let second = 0; second < 90; second++) {
      jest.setSystemTime(startMs + second * 1_000);
      const token = signing(caller);
      jest.setSystemTime(startMs + second * 1_000 + 31_000);
      expect(verifying(token)).toMatchObject(caller);
    }
  });
});

test.each([undefined, null, '9999999999999'])(
  'a token that expires at %p is refused',
  (expiresAtMs) => {
    const payload = Buffer.from(JSON.stringify({ ...caller, expiresAtMs })).toString('base64url');
    const signature = createHmac('sha256', key).update(payload).digest('base64url');
    expect(verifying(`${payload}.${signature}`)).toEqual(refused);
  },
);

test('an expired token from a clock that is 61 s behind is reported as an error of the deployment, and logged', () => {
  const logged: unknown[] = [];
  const logger = { error: (entry: unknown) => logged.push(entry) } as never;
  jest.useFakeTimers({ now: Date.now() - 61_000 });
  const token = createCallerSigner(key)(caller);
  jest.useRealTimers();
  const seen = verifying(token, createCallerVerifier(key, 'sandbox', logger));
  expect(seen).toEqual(clockSkewed);
  expect(logged).toEqual([{ expiredForMs: expect.any(Number) }]);
});

test('a token of the other environment is rejected', () => {
  const token = sign({ ...caller, environment: 'production' });
  expect(verifying(token)).toEqual(refused);
});
