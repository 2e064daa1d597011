import { randomBytes } from 'node:crypto';
import type { CallContext } from '../operation/context';
import { signContext, verifyContext } from './context-token';

const key = randomBytes(32);
const context: CallContext = {
  organizationId: '019a0000-0000-7000-8000-000000000001',
  environment: 'sandbox',
  actor: 'credential:1',
  permissions: ['contacts:read'],
  requestId: 'req_1',
  idempotency: { key: 'k', route: 'POST /v1/contacts', fingerprint: 'ab' },
  deadlineMs: 1,
};

const refused = expect.objectContaining({ code: 'unauthenticated' }) as Error;
const verifying = (token: string | undefined, over = key, environment = 'sandbox' as const) => {
  try {
    return verifyContext(token, over, environment);
  } catch (error) {
    return error;
  }
};

test('a signed context arrives as it was', () => {
  expect(verifyContext(signContext(context, key), key, 'sandbox')).toMatchObject(context);
});

test.each([
  ['missing', undefined],
  ['empty', ''],
  ['without a signature', signContext(context, key).split('.')[0]],
  ['no token at all', 'a.b.c'],
  ['signed with another key', signContext(context, randomBytes(32))],
])('a token that is %s is refused', (_, token) => {
  expect(verifying(token)).toEqual(refused);
});

test('claims that were changed are refused', () => {
  const [, signature] = signContext(context, key).split('.');
  const forged = { ...context, organizationId: 'other', expiresAtMs: Date.now() + 1_000 };
  const payload = Buffer.from(JSON.stringify(forged)).toString('base64url');
  expect(verifying(`${payload}.${signature}`)).toEqual(refused);
});

test('a token expires', () => {
  jest.useFakeTimers({ now: Date.now() });
  const token = signContext(context, key);
  jest.advanceTimersByTime(59_000);
  expect(verifying(token)).toMatchObject(context);
  jest.advanceTimersByTime(2_000);
  expect(verifying(token)).toEqual(refused);
  jest.useRealTimers();
});

test('a token of the other environment is refused', () => {
  const token = signContext({ ...context, environment: 'production' }, key);
  expect(verifying(token)).toEqual(refused);
});
