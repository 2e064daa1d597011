import { createHmac, generateKeyPairSync, randomBytes, sign as signBytes } from 'node:crypto';
import {
  createCallerSigner,
  createCallerVerifier,
  createUpgradeSigner,
  type Caller,
  type SigningProcess,
} from './context-token';

const ofGateway = generateKeyPairSync('ed25519');
const ofNext = generateKeyPairSync('ed25519');
const ofReports = generateKeyPairSync('ed25519');
const ofPayroll = generateKeyPairSync('ed25519');
const process: SigningProcess = {
  issuer: 'gateway',
  audience: 'commerce',
  key: ofGateway.privateKey,
};
const accepted = {
  audience: 'commerce',
  environment: 'sandbox' as const,
  publicKeys: new Map([
    ['gateway', [ofGateway.publicKey, ofNext.publicKey]],
    ['reports', [ofReports.publicKey]],
  ]),
};
const caller: Caller = {
  organizationId: '019a0000-0000-7000-8000-000000000001',
  environment: 'sandbox',
  actor: 'credential:1',
  permissions: ['contacts:read'],
};
const signWith = (over: Partial<SigningProcess> = {}) =>
  createCallerSigner({ ...process, ...over });
const sign = signWith();
const verify = createCallerVerifier(accepted);

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
  ['signed with another key', signWith({ key: ofPayroll.privateKey })(caller)],
  [
    'of a process that may not call',
    signWith({ issuer: 'payroll', key: ofPayroll.privateKey })(caller),
  ],
  ['of the gateway, but signed by a service', signWith({ key: ofReports.privateKey })(caller)],
  ['for another service', signWith({ audience: 'accounts' })(caller)],
  [
    'signed with a shared key',
    createUpgradeSigner(process, randomBytes(32))(caller).split('.').slice(0, 2).join('.'),
  ],
])('a token that is %s is refused every time', (_, token) => {
  expect(verifying(token)).toEqual(refused);
  expect(verifying(token)).toEqual(refused);
});

test('changed claims are rejected, even if the original claims were verified before', () => {
  const token = sign(caller);
  verify(token);
  const forged = {
    ...caller,
    organizationId: 'other',
    expiresAtMs: Date.now() + 1_000,
    issuer: 'gateway',
    audience: 'commerce',
  };
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
    const token = signWith()(caller);
    jest.advanceTimersByTime(59_000);
    expect(verifying(token)).toMatchObject(caller);
    jest.advanceTimersByTime(2_000);
    expect(verifying(token)).toEqual(clockSkewed);
  });

  test('a reused token is valid for longer than the longest request', () => {
    const signing = signWith();
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
    const claims = { ...caller, expiresAtMs, issuer: 'gateway', audience: 'commerce' };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const signature = signBytes(null, Buffer.from(payload), ofGateway.privateKey).toString(
      'base64url',
    );
    expect(verifying(`${payload}.${signature}`)).toEqual(refused);
  },
);

test('an expired token from a clock that is 61 s behind is reported as an error of the deployment, and logged', () => {
  const logged: unknown[] = [];
  const logger = { error: (entry: unknown) => logged.push(entry) } as never;
  jest.useFakeTimers({ now: Date.now() - 61_000 });
  const token = signWith()(caller);
  jest.useRealTimers();
  const seen = verifying(token, createCallerVerifier(accepted, logger));
  expect(seen).toEqual(clockSkewed);
  expect(logged).toEqual([{ expiredForMs: expect.any(Number) }]);
});

test('a token of the other environment is rejected', () => {
  const token = sign({ ...caller, environment: 'production' });
  expect(verifying(token)).toEqual(refused);
});

test('while a key is rotated, tokens of the current and of the next key are accepted', () => {
  expect(verify(signWith({ key: ofNext.privateKey })(caller))).toMatchObject(caller);
  expect(verify(sign(caller))).toMatchObject(caller);
});

test('a service signs no permissions', () => {
  const token = signWith({ issuer: 'reports', key: ofReports.privateKey })(caller);
  expect(verify(token)).toMatchObject({ ...caller, permissions: [], issuer: 'reports' });
});

test('permissions that a service signed are ignored', () => {
  const claims = { ...caller, issuer: 'reports', audience: 'commerce' };
  const payload = Buffer.from(
    JSON.stringify({ ...claims, expiresAtMs: Date.now() + 1_000 }),
  ).toString('base64url');
  const signature = signBytes(null, Buffer.from(payload), ofReports.privateKey);
  const token = `${payload}.${signature.toString('base64url')}`;
  expect(verify(token)).toMatchObject({ issuer: 'reports', permissions: [] });
});

describe('during the upgrade from the release before', () => {
  const sharedKey = randomBytes(32);
  const upgrading = createUpgradeSigner(process, sharedKey);
  const verifyUpgrading = createCallerVerifier({ ...accepted, sharedKey });
  /** Returns a token as the release before signs it. */
  const before = () => {
    const claims = { ...caller, expiresAtMs: Date.now() + 60_000 };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    return `${payload}.${createHmac('sha256', sharedKey).update(payload).digest('base64url')}`;
  };
  /** Verifies a token as the release before verifies it. */
  const verifyBefore = (token: string): unknown => {
    const [payload = '', signature = ''] = token.split('.');
    const expected = createHmac('sha256', sharedKey).update(payload).digest('base64url');
    return signature === expected && JSON.parse(Buffer.from(payload, 'base64url').toString());
  };

  test('both releases accept the tokens of each other', () => {
    expect(verifyUpgrading(before())).toMatchObject(caller);
    expect(verifyBefore(upgrading(caller))).toMatchObject(caller);
    expect(verifyUpgrading(upgrading(caller))).toMatchObject({ ...caller, issuer: 'gateway' });
  });

  test('after the upgrade the tokens of the release before are refused', () => {
    expect(verifying(before())).toEqual(refused);
    expect(verify(upgrading(caller))).toMatchObject({ ...caller, issuer: 'gateway' });
  });
});
