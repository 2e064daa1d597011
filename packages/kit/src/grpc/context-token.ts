import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { CallContext } from '../operation/context';
import { Refusal } from '../refusal/refusal';

/** A token lives as long as the longest request waits, and a little. */
const lifetimeMs = 60_000;

/**
 * The context of a call, signed by the gateway (HMAC-SHA256): a service believes the organization,
 * the permissions and the idempotency key of a call because of this and nothing else.
 */
export function signContext(context: CallContext, key: Buffer): string {
  const claims = JSON.stringify({ ...context, expiresAtMs: Date.now() + lifetimeMs });
  const payload = Buffer.from(claims).toString('base64url');
  return `${payload}.${mac(payload, key).toString('base64url')}`;
}

/** @throws Refusal unauthenticated when the token is missing, forged, expired or of another environment */
export function verifyContext(
  token: string | undefined,
  key: Buffer,
  environment: CallContext['environment'],
): CallContext {
  const [payload = '', signature = ''] = (token ?? '').split('.');
  const expected = mac(payload, key);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw untrusted();
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as CallContext & {
    expiresAtMs: number;
  };
  if (claims.expiresAtMs < Date.now() || claims.environment !== environment) throw untrusted();
  return claims;
}

const untrusted = () =>
  new Refusal('unauthenticated', 'The call carries no valid context of this deployment.');

const keys = new WeakMap<Buffer, KeyObject>();

/** A key object costs a fifth of handing the raw key over each time. */
function mac(payload: string, key: Buffer): Buffer {
  let object = keys.get(key);
  if (!object) {
    object = createSecretKey(key);
    keys.set(key, object);
  }
  return createHmac('sha256', object).update(payload).digest();
}
