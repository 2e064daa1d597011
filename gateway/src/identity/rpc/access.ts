import { StartError, type CallContext, type Runtime } from '@timbre/kit';
import type { Pool } from 'pg';
import type { Quotas } from '../domain/quotas';
import { publicUrlOf } from '../domain/public-url';
import { createOAuth, type OAuth, type OAuthDependencies } from '../oauth';
import { findInvitation } from '../operations/accept-invitation';
import { isArchived } from '../store/organizations';
import type { TokenIssuer } from '../workflows/access-tokens';
import { withAccessTokens } from '../workflows/authenticate';
import { createRateLimiter } from '../workflows/rate-limiter';
import type { ProcessProviders } from './providers';

/** The settings of the identity service; see the gateway's `settings.ts`. */
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
  TIMBRE_ENCRYPTION_KEY_FILE?: string | undefined;
}

interface AccessParts {
  settings: AccessSettings & Parameters<typeof publicUrlOf>[0];
  runtime: Runtime<ProcessProviders>;
  systemPool: Pool;
}

/**
 * Creates the checks that run before the organization of a request is known: authentication, rate
 * limits, and the organization of a link.
 */
export function createAccess(
  { settings, runtime, systemPool }: AccessParts,
  renderError: OAuthDependencies['renderError'],
) {
  const { keys, principals, mailSecrets, record } = runtime.providers;
  const limit = createRateLimiter(systemPool, settings.TIMBRE_RATE_LIMITS, runtime.logger);
  const oauth = oauthOf(settings, {
    publicUrl: publicUrlOf(settings),
    contextKey: settings.TIMBRE_CONTEXT_KEY,
    runtime,
    systemPool,
    principals,
    codeOf: mailSecrets.codeOf,
    limit,
    renderError,
    logger: runtime.logger,
  });
  const { authenticate } = oauth ? withAccessTokens(keys, oauth.accessTokens) : keys;
  return {
    limit,
    authenticate,
    record,
    tokenIssuer: oauth?.tokenIssuer,
    oauth: oauth?.server,
    findInvitation: (digest: Buffer) => findInvitation(systemPool, digest),
    isArchived: isArchived(systemPool),
  };
}

/** Returns the OAuth server of the deployment. A sandbox supports only API keys. */
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
      keyFile: settings.TIMBRE_ENCRYPTION_KEY_FILE,
    },
    parts,
  );
}

/** @throws StartError for an upstream provider without client credentials */
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
