import { StartError, type CallContext, type Logger, type Runtime } from '@timbre/kit';
import type { Pool } from 'pg';
import type { Quotas } from '../domain/quotas';
import { createOAuth, type OAuth, type OAuthDependencies } from '../oauth';
import { createCodeOf } from '../oauth/login-codes';
import type { TokenIssuer } from '../workflows/access-tokens';
import { createAuthenticator, withAccessTokens } from '../workflows/authenticate';
import { createPrincipals } from '../workflows/principals';
import { createRateLimiter } from '../workflows/rate-limiter';
import { loadCredential } from '../store/credentials';

/** The settings of identity; see `settings.ts` of the gateway. */
export interface AccessSettings {
  TIMBRE_ENVIRONMENT: CallContext['environment'];
  TIMBRE_CONTEXT_KEY: Buffer;
  TIMBRE_RATE_LIMITS: Quotas;
  TIMBRE_OAUTH_ISSUER?: string | undefined;
  TIMBRE_OAUTH_AUDIENCE: string[];
  TIMBRE_OAUTH_TOKEN_TYPE: TokenIssuer['tokenType'];
  TIMBRE_OAUTH_ORGANIZATION_CLAIM: string;
  TIMBRE_OAUTH_SCOPE: TokenIssuer['scope'];
  TIMBRE_OAUTH_CLIENT_METADATA: 'on' | 'off';
  TIMBRE_LOGIN_ISSUER?: string | undefined;
  TIMBRE_LOGIN_CLIENT_ID?: string | undefined;
  TIMBRE_LOGIN_CLIENT_SECRET?: string | undefined;
}

interface AccessParts {
  publicUrl: string;
  runtime: Runtime;
  systemPool: Pool;
  renderError: OAuthDependencies['renderError'];
  logger: Logger;
}

/** Authentication and rate limits. */
export function createAccess(settings: AccessSettings, parts: AccessParts) {
  const { TIMBRE_ENVIRONMENT: environment, TIMBRE_CONTEXT_KEY: contextKey } = settings;
  const { systemPool } = parts;
  const limit = createRateLimiter(systemPool, settings.TIMBRE_RATE_LIMITS);
  const codeOf = createCodeOf(contextKey);
  const principals = createPrincipals(systemPool);
  const load = loadCredential(systemPool);
  const keys = createAuthenticator({ environment, load, now: Date.now });
  const oauth = oauthOf(settings, { ...parts, contextKey, principals, codeOf, limit });
  const { authenticate } = oauth ? withAccessTokens(keys, oauth.accessTokens) : keys;
  const forget = (organizationId: string): void => {
    keys.forget(organizationId);
    principals.forget(organizationId);
  };
  const { tokenIssuer, server } = oauth ?? {};
  return { codeOf, forget, parts: { limit, authenticate, tokenIssuer, oauth: server } };
}

/** A sandbox has API keys alone. */
function oauthOf(settings: AccessSettings, parts: OAuthDependencies): OAuth | undefined {
  if (settings.TIMBRE_ENVIRONMENT === 'sandbox') return undefined;
  return createOAuth(
    {
      issuer: settings.TIMBRE_OAUTH_ISSUER,
      audiences: settings.TIMBRE_OAUTH_AUDIENCE,
      tokenType: settings.TIMBRE_OAUTH_TOKEN_TYPE,
      organizationClaim: settings.TIMBRE_OAUTH_ORGANIZATION_CLAIM,
      scope: settings.TIMBRE_OAUTH_SCOPE,
      fetchesClients: settings.TIMBRE_OAUTH_CLIENT_METADATA === 'on',
      upstream: upstreamOf(settings),
    },
    parts,
  );
}

/** @throws StartError for a provider without an identity of ours */
function upstreamOf({
  TIMBRE_LOGIN_ISSUER: issuer,
  TIMBRE_LOGIN_CLIENT_ID: clientId,
  TIMBRE_LOGIN_CLIENT_SECRET: clientSecret,
}: AccessSettings) {
  if (issuer === undefined) return undefined;
  if (clientId !== undefined && clientSecret !== undefined)
    return { issuer, clientId, clientSecret };
  throw new StartError(
    'TIMBRE_LOGIN_ISSUER needs TIMBRE_LOGIN_CLIENT_ID and TIMBRE_LOGIN_CLIENT_SECRET.',
  );
}
