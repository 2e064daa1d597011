import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { CallContext } from '../operation/context';
import type { Logger } from '../telemetry/logger';
import { countExpiredContext } from '../telemetry/metrics';
import { notDone, Refusal } from '../refusal/refusal';

/** The claims about a caller that a service must be able to trust. */
export type Caller = Pick<
  CallContext,
  | 'organizationId'
  | 'environment'
  | 'actor'
  | 'permissions'
  | 'hidesPayroll'
  | 'clockAheadMs'
  | 'timeZone'
>;

interface Claims extends Caller {
  expiresAtMs: number;
}

/** The lifetime of a token in milliseconds, which is a little longer than the longest request. */
const lifetimeMs = 60_000;
/**
 * The minimum remaining validity of a token that is reused: the time of a request plus clock skew.
 */
const reusableMs = 35_000;
const rememberedMax = 10_000;

/**
 * Creates a function that signs callers with HMAC-SHA256. Calls of the same caller within some
 * minutes carry the same token. A token contains no data about a single request, so many requests
 * share one signature and one verification.
 */
export function createCallerSigner(key: Buffer): (context: Caller) => string {
  const secret = createSecretKey(key);
  const given = new Map<string, { token: string; expiresAtMs: number }>();
  return ({ organizationId, environment, actor, permissions, ...more }) => {
    const { hidesPayroll, clockAheadMs, timeZone } = more;
    const name = `${organizationId} ${environment} ${actor} ${permissions.join()} ${hidesPayroll} ${clockAheadMs} ${timeZone}`;
    const nowMs = Date.now();
    const known = given.get(name);
    if (known && known.expiresAtMs - nowMs > reusableMs) return known.token;
    const expiresAtMs = nowMs + lifetimeMs;
    const claims: Claims = {
      organizationId,
      environment,
      actor,
      permissions,
      hidesPayroll,
      clockAheadMs,
      timeZone,
      expiresAtMs,
    };
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const token = `${payload}.${mac(payload, secret).toString('base64url')}`;
    remember(given, name, { token, expiresAtMs });
    return token;
  };
}

/**
 * Creates a function that verifies callers. A service trusts the organization and the permissions
 * of a call only because of this token.
 * @returns a function that throws Refusal unauthenticated if the token is missing, forged, without
 * an expiry or of another environment, and provider_unavailable (clock_skewed) if it has expired
 */
export function createCallerVerifier(
  key: Buffer,
  environment: CallContext['environment'],
  logger?: Logger,
) {
  const secret = createSecretKey(key);
  const verified = new Map<string, Claims>();
  return (token = ''): Caller => {
    const known = verified.get(token);
    const claims = known ?? readClaims(token, secret);
    if (!claims || !Number.isFinite(claims.expiresAtMs) || claims.environment !== environment) {
      throw new Refusal('unauthenticated', 'The call carries no valid context of this deployment.');
    }
    const expiredForMs = Date.now() - claims.expiresAtMs;
    if (expiredForMs > 0) throw skewed(expiredForMs, logger);
    if (!known) remember(verified, token, claims);
    return claims;
  };
}

/**
 * Returns the refusal for an expired token. A caller never sends a token that has expired by the
 * caller's clock, so the clocks of caller and service differ.
 *
 * - clock_skewed: two servers of this deployment have different times, so nothing was done; inform the
 *   operator
 */
function skewed(expiredForMs: number, logger: Logger | undefined): Refusal {
  countExpiredContext();
  logger?.error({ expiredForMs }, 'the clock of a caller differs from ours');
  return notDone('The clocks of two of our processes differ; nothing was done.', 'clock_skewed');
}

function readClaims(token: string, secret: KeyObject): Claims | undefined {
  const [payload = '', signature = ''] = token.split('.');
  const expected = mac(payload, secret);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
}

const mac = (payload: string, secret: KeyObject): Buffer =>
  createHmac('sha256', secret).update(payload).digest();

/**
 * Adds a value to a bounded cache. A caller that was evicted from the cache is signed or verified
 * again.
 */
function remember<T>(memory: Map<string, T>, name: string, value: T): void {
  if (memory.size >= rememberedMax) memory.clear();
  memory.set(name, value);
}
