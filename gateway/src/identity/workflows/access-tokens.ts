import { certain } from '@timbre/fiscal';
import { createHash } from 'node:crypto';
import { isIdentifier, Refusal, unavailable } from '@timbre/kit';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../domain/principal';
import type { Principals } from './principals';
import { forbidden } from './require-permissions';

/**
 * An issuer of access tokens (RFC 9068), which is Timbre's own authorization server or another
 * server.
 */
export interface TokenIssuer {
  /** The issuer exactly as written in its tokens, including a trailing slash. */
  issuer: string;
  /** A token must name one of these resources as audience. */
  audiences: string[];
  /** The type header of the access tokens; `any` for issuers that set no type. */
  tokenType: 'at+jwt' | 'any';
  /** The name of the claim that contains the organization. */
  organizationClaim: string;
  /** Whether a token has only the permissions of its scope, or all permissions of the member's role. */
  scope: 'token' | 'role';
  keyOf: JWTVerifyGetKey;
  /** Returns the user whom the claims identify. */
  userOf(claims: JWTPayload): Promise<string | undefined>;
  /** Whether the member has disconnected the client of the token. */
  isEnded?(claims: JWTPayload): Promise<boolean>;
}

export interface AccessTokens {
  /**
   * Returns the member for whom a client acts, with the current permissions of the member's role,
   * limited to the token's scope.
   * @throws Refusal unauthenticated (invalid_token), forbidden (organization_required), provider_unavailable
   */
  principalOf(token: string): Promise<Principal>;
}

/**
 * The time in milliseconds after which the signature of a cached token is verified again, so that
 * tokens become invalid when their key is withdrawn.
 */
const verifiedMs = 60_000;
const clockToleranceSeconds = 60;
const algorithms = ['ES256', 'EdDSA', 'Ed25519', 'PS256', 'RS256'];

/**
 * Whether a bearer token is a JWT. A token with dots is not an API key, because API keys contain no
 * dots.
 */
export const isJwt = (token: string): boolean => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

interface Verified {
  claims: JWTPayload;
  scope: ReadonlySet<string>;
}

/**
 * Creates the verifier of access tokens. The verifier caches verified signatures. The role and the
 * grant are checked for each request.
 */
export function createAccessTokens(
  issuer: TokenIssuer,
  principals: Principals,
  now: () => number,
): AccessTokens {
  const verified = new LRUCache<string, Verified>({ max: 10_000, ttl: verifiedMs });
  const verify = async (token: string): Promise<Verified> => {
    const digest = createHash('sha256').update(token).digest('base64url');
    const known = verified.get(digest);
    if (known) {
      if ((certain(known.claims.exp, 'exp') + clockToleranceSeconds) * 1_000 > now()) return known;
      throw wrongToken('This access token has expired.');
    }
    const claims = await claimsOf(issuer, token, now());
    const scope = new Set(typeof claims.scope === 'string' ? claims.scope.split(' ') : []);
    const found = { claims, scope };
    verified.set(digest, found);
    return found;
  };
  return {
    async principalOf(token) {
      const { claims, scope } = await verify(token);
      const userId = await issuer.userOf(claims);
      if (userId === undefined) throw wrongToken('No member has the subject of this access token.');
      const organizationId = await organizationOf(issuer, claims, userId, principals);
      const [principal, isEnded] = await Promise.all([
        principals.principalOf(userId, organizationId),
        issuer.isEnded?.(claims),
      ]);
      if (!principal || isEnded) throw wrongToken('This access token has ended.');
      // Issuers that do not follow RFC 9068 put the client into the claim `azp`, which ID tokens
      // use.
      const named = claims.client_id ?? claims.azp;
      const client = {
        ...(typeof named === 'string' && { clientId: named }),
        ...(issuer.isEnded && { grantId: String(claims['grant_id']) }),
      };
      if (issuer.scope === 'role') return { ...principal, ...client };
      const permissions = new Set([...principal.permissions].filter((name) => scope.has(name)));
      return { ...principal, ...client, permissions, rolePermissions: principal.permissions };
    },
  };
}

async function claimsOf(issuer: TokenIssuer, token: string, nowMs: number): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, issuer.keyOf, {
      issuer: issuer.issuer,
      audience: issuer.audiences,
      algorithms,
      ...(issuer.tokenType === 'at+jwt' && { typ: 'at+jwt' }),
      clockTolerance: clockToleranceSeconds,
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: new Date(nowMs),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw wrongToken('This access token has expired.');
    if (error instanceof errors.JOSEError && !isOfKeys(error)) {
      throw wrongToken('This is not a valid access token.');
    }
    if (!isOfKeys(error)) throw error;
    throw unavailable('The keys of the token issuer cannot be read right now; try again.', error);
  }
}

/**
 * Whether the error means that the issuer's keys could not be fetched, so that it is unknown
 * whether the token is valid.
 */
const isOfKeys = (error: unknown): boolean =>
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
  error instanceof TypeError;

/**
 * - organization_required: the access token must name an organization, because the user belongs to none or to
 *   several
 */
async function organizationOf(
  { organizationClaim }: TokenIssuer,
  claims: JWTPayload,
  userId: string,
  principals: Principals,
): Promise<string> {
  const named = claims[organizationClaim];
  if (typeof named === 'string' && isIdentifier(named)) return named;
  const only = named === undefined ? await principals.onlyOrganizationOf(userId) : undefined;
  if (only !== undefined) return only;
  throw forbidden('The access token does not say for which organization.', 'organization_required');
}

const wrongToken = (message: string) =>
  new Refusal('unauthenticated', message, { reason: 'invalid_token' });
