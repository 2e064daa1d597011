import {
  createHmac, createSecretKey, sign, timingSafeEqual, verify, type KeyObject,
} from 'node:crypto'; // prettier-ignore
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
  /** The process that signed the token. A token of the release before has no issuer. */
  issuer?: string | undefined;
  /** The service that the token is for. */
  audience?: string | undefined;
}

/** A context that a service has verified. */
export interface VerifiedCaller extends Caller {
  /** The process that signed the context; undefined for a token of the release before. */
  issuer?: string | undefined;
}

/** The lifetime of a token in milliseconds, which is a little longer than the longest request. */
const lifetimeMs = 60_000;
/**
 * The minimum remaining validity of a token that is reused: the time of a request plus clock skew.
 */
const reusableMs = 35_000;
const rememberedMax = 10_000;

/** The process that signs contexts for one called service. */
export interface SigningProcess {
  /** The name of the signing process. */
  issuer: string;
  /** The name of the called service. */
  audience: string;
  /** The Ed25519 private key of the signing process. */
  key: KeyObject;
}

/**
 * Creates a function that signs callers with the Ed25519 key of this process, for one called
 * service. Calls of the same caller within half a minute carry the same token. A token contains no
 * data about a single request, so many requests share one signature and one verification.
 *
 * Only the gateway signs permissions. A service works for an organization and not for a credential,
 * so its contexts have no permissions.
 */
export function createCallerSigner(process: SigningProcess): (context: Caller) => string {
  const { issuer, audience, key } = process;
  return createSigner((caller, expiresAtMs) => {
    const permissions = issuer === gatewayName ? caller.permissions : [];
    const claims: Claims = { ...caller, permissions, expiresAtMs, issuer, audience };
    return signed(claims, (payload) => sign(null, payload, key));
  });
}

/** The name of the process that signs for requests, and whose contexts have permissions. */
const gatewayName = 'gateway';

/**
 * Creates a function that also adds, in front of each token, the token of the release before, which
 * all processes signed with one shared key. A service of that release reads only the first two
 * parts of a token, so both releases accept the calls of this process during an upgrade.
 */
export function createUpgradeSigner(
  process: SigningProcess,
  sharedKey: Buffer,
): (context: Caller) => string {
  const secret = createSecretKey(sharedKey);
  const signOwn = createCallerSigner(process);
  const signShared = createSigner((caller, expiresAtMs) =>
    signed({ ...caller, expiresAtMs }, (payload) => mac(payload, secret)),
  );
  return (caller) => `${signShared(caller)}.${signOwn(caller)}`;
}

function signed(claims: Claims, signatureOf: (payload: Buffer) => Buffer): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${signatureOf(Buffer.from(payload)).toString('base64url')}`;
}

/** Remembers the token of each caller while the token can be reused. */
function createSigner(
  tokenOf: (caller: Caller, expiresAtMs: number) => string,
): (context: Caller) => string {
  const given = new Map<string, { token: string; expiresAtMs: number }>();
  return ({ organizationId, environment, actor, permissions, ...more }) => {
    const { hidesPayroll, clockAheadMs, timeZone } = more;
    const name = `${organizationId} ${environment} ${actor} ${permissions.join()} ${hidesPayroll} ${clockAheadMs} ${timeZone}`;
    const nowMs = Date.now();
    const known = given.get(name);
    if (known && known.expiresAtMs - nowMs > reusableMs) return known.token;
    const expiresAtMs = nowMs + lifetimeMs;
    const caller: Caller = {
      organizationId,
      environment,
      actor,
      permissions,
      hidesPayroll,
      clockAheadMs,
      timeZone,
    };
    const token = tokenOf(caller, expiresAtMs);
    remember(given, name, { token, expiresAtMs });
    return token;
  };
}

/** The tokens that a service accepts. */
export interface AcceptedTokens {
  /** The name of the service that verifies. */
  audience: string;
  environment: CallContext['environment'];
  /** The public keys of each process that may call; several while a key is rotated. */
  publicKeys: ReadonlyMap<string, readonly KeyObject[]>;
  /**
   * The key that all processes of the release before shared. It is set only during the upgrade from
   * that release.
   */
  sharedKey?: Buffer | undefined;
}

/**
 * Creates a function that verifies callers. A service trusts the organization and the permissions
 * of a call only because of this token.
 * @returns a function that throws Refusal unauthenticated if the token is missing, forged, without
 * an expiry, of an unknown issuer, for another service or of another environment, and
 * provider_unavailable (clock_skewed) if it has expired
 */
export function createCallerVerifier(accepted: AcceptedTokens, logger?: Logger) {
  const { environment } = accepted;
  const isOfShared = sharedVerifier(accepted.sharedKey);
  const verified = new Map<string, Claims>();
  return (token = ''): VerifiedCaller => {
    const known = verified.get(token);
    const claims = known ?? readClaims(token, accepted, isOfShared);
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

type IsSigned = (payload: Buffer, signature: Buffer) => boolean;

/**
 * Returns the claims of a token that its issuer signed for this service. The issuer is read before
 * the signature is verified, because it names the keys that verify the signature. Only the
 * permissions that the gateway signed are kept.
 */
function readClaims(
  token: string,
  { audience, publicKeys }: AcceptedTokens,
  isOfShared: IsSigned,
): Claims | undefined {
  // The last two parts are the newest form of the token (`createUpgradeSigner`).
  const [payload = '', signature = ''] = token.split('.').slice(-2);
  const claims = parseClaims(payload);
  if (!claims) return undefined;
  const signedBytes = Buffer.from(payload);
  const given = Buffer.from(signature, 'base64url');
  if (claims.issuer === undefined) return isOfShared(signedBytes, given) ? claims : undefined;
  if (claims.audience !== audience) return undefined;
  const keys = publicKeys.get(claims.issuer) ?? [];
  if (!keys.some((key) => verify(null, signedBytes, key, given))) return undefined;
  return claims.issuer === gatewayName ? claims : { ...claims, permissions: [] };
}

function parseClaims(payload: string): Claims | undefined {
  try {
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims | null;
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch {
    // A payload that is no JSON is not a token; the caller of this function refuses it.
    return undefined;
  }
}

function sharedVerifier(sharedKey: Buffer | undefined): IsSigned {
  if (!sharedKey) return () => false;
  const secret = createSecretKey(sharedKey);
  return (payload, signature) => {
    const expected = mac(payload, secret);
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  };
}

const mac = (payload: Buffer, secret: KeyObject): Buffer =>
  createHmac('sha256', secret).update(payload).digest();

/**
 * Adds a value to a bounded cache. A caller that was evicted from the cache is signed or verified
 * again.
 */
function remember<T>(memory: Map<string, T>, name: string, value: T): void {
  if (memory.size >= rememberedMax) memory.clear();
  memory.set(name, value);
}
