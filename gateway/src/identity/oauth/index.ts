import { certain } from '@timbre/fiscal';
import {
  localKms,
  secretBox,
  StartError,
  type CallContext,
  type Logger,
  type Runtime,
} from '@timbre/kit';
import type Provider from 'oidc-provider';
import type { Pool } from 'pg';
import { resourcePaths } from '../domain/public-url';
import {
  createAccessTokens,
  type AccessTokens,
  type TokenIssuer,
} from '../workflows/access-tokens';
import type { Principals } from '../workflows/principals';
import type { RateLimiter } from '../workflows/rate-limiter';
import { createApplications, type Applications } from './applications';
import { keysOf } from './external';
import { createLoginCodes, type CodeOf, type LoginCodes } from './login-codes';
import { createProvider, type ProviderParts, type RenderError } from './provider';
import { createOwners, type Owners } from './owners';
import { createSecondFactors, type SecondFactors } from './second-factors';
import { derivedKey } from './secrets';
import { createSigningKeys } from './signing-keys';
import { createUpstream, type Upstream } from './upstream';
import { createUsers, type Users } from '../store/users';

export interface OAuthSettings {
  /**
   * The issuer that replaces Timbre's own authorization server; undefined if Timbre's own server is
   * used.
   */
  issuer: string | undefined;
  audiences: string[];
  tokenType: TokenIssuer['tokenType'];
  organizationClaim: string;
  scope: TokenIssuer['scope'];
  fetchesClients: boolean;
  /** Another OpenID provider at which people log in to Timbre's own authorization server. */
  upstream: { issuer: string; clientId: string; clientSecret: string } | undefined;
  /**
   * The file with the keys that encrypt second factors; only Timbre's own authorization server
   * needs this file.
   */
  keyFile: string | undefined;
}

export interface OAuthDependencies {
  publicUrl: string;
  contextKey: Buffer;
  runtime: Runtime;
  systemPool: Pool;
  principals: Principals;
  codeOf: CodeOf;
  limit: RateLimiter;
  /** Renders the page for an error that cannot be returned to a client application. */
  renderError: RenderError;
  logger: Logger;
}

/** The dependencies of the pages that Timbre's own authorization server shows. */
export interface AuthorizationServer {
  environment: CallContext['environment'];
  publicUrl: string;
  /** Returns the authorization server with the current signing keys. */
  provider: () => Promise<Provider>;
  /** The key from which the form tokens of the pages are derived. */
  formKey: Buffer;
  users: Users;
  codes: LoginCodes;
  secondFactors: SecondFactors;
  owners: Owners;
  applications: Applications;
  /** Another OpenID provider at which people log in; undefined if none is configured. */
  upstream: Upstream | undefined;
  limit: RateLimiter;
  logger: Logger;
}

/**
 * OAuth in production: verifies the access tokens of members, and contains Timbre's authorization
 * server.
 */
export interface OAuth {
  tokenIssuer: string;
  accessTokens: AccessTokens;
  /** Timbre's own authorization server; undefined if another issuer is used. */
  server: AuthorizationServer | undefined;
}

export function createOAuth(settings: OAuthSettings, parts: OAuthDependencies): OAuth {
  const users = createUsers(parts.systemPool);
  const { issuer } = settings;
  return issuer === undefined
    ? ownServer(settings, parts, users)
    : {
        tokenIssuer: issuer,
        accessTokens: externalTokens(settings, issuer, parts, users),
        server: undefined,
      };
}

function externalTokens(
  { audiences, tokenType, organizationClaim, scope }: OAuthSettings,
  issuer: string,
  { publicUrl, principals }: OAuthDependencies,
  users: Users,
): AccessTokens {
  const own = audiencesOf(publicUrl);
  return createAccessTokens(
    {
      issuer,
      tokenType,
      organizationClaim,
      scope,
      keyOf: keysOf(issuer),
      audiences: audiences.length > 0 ? audiences : own,
      userOf: ({ sub, email, email_verified: isVerified }) =>
        users.bySubject(
          issuer,
          certain(sub, 'sub'),
          isVerified === true && typeof email === 'string' ? email : undefined,
        ),
    },
    principals,
    Date.now,
  );
}

function ownServer(settings: OAuthSettings, parts: OAuthDependencies, users: Users): OAuth {
  const {
    publicUrl,
    contextKey,
    systemPool,
    runtime,
    codeOf,
    limit,
    logger,
    principals,
    renderError,
  } = parts;
  const applications = createApplications(runtime, systemPool);
  const keys = createSigningKeys(systemPool, contextKey);
  const accessTokens = createAccessTokens(
    {
      issuer: publicUrl,
      audiences: audiencesOf(publicUrl),
      tokenType: 'at+jwt',
      organizationClaim: 'organization_id',
      scope: 'token',
      keyOf: keys.keyOf,
      userOf: ({ sub }) => Promise.resolve(sub),
      isEnded: ({ grant_id: id }) =>
        typeof id === 'string' ? applications.isEnded(id) : Promise.resolve(true),
    },
    principals,
    Date.now,
  );
  const provider = providerWith(
    {
      publicUrl,
      contextKey,
      systemPool,
      users,
      applications,
      logger,
      fetchesClients: settings.fetchesClients,
      renderError,
    },
    keys,
  );
  const { upstream } = settings;
  const server: AuthorizationServer = {
    environment: 'production',
    publicUrl,
    users,
    applications,
    provider,
    limit,
    logger,
    formKey: derivedKey(contextKey, 'oauth forms'),
    codes: createLoginCodes({ runtime, systemPool, users, codeOf, limit }),
    ...secondFactorsOf(settings, parts, users),
    upstream: upstream && createUpstream({ ...upstream, publicUrl, contextKey }),
  };
  return { tokenIssuer: publicUrl, accessTokens, server };
}

/** @throws StartError if the file with the encryption keys is missing */
function secondFactorsOf(
  { keyFile }: OAuthSettings,
  { runtime, systemPool }: OAuthDependencies,
  users: Users,
): Pick<AuthorizationServer, 'secondFactors' | 'owners'> {
  if (keyFile === undefined) {
    throw new StartError(
      'TIMBRE_ENCRYPTION_KEY_FILE is missing: it encrypts the second factors of members.',
    );
  }
  const secrets = secretBox(localKms(keyFile));
  return {
    secondFactors: createSecondFactors({ runtime, systemPool, users, secrets, now: Date.now }),
    owners: createOwners({ runtime, systemPool, users }),
  };
}

const audiencesOf = (publicUrl: string): string[] =>
  resourcePaths.map((path) => `${publicUrl}${path}`);

/**
 * Returns a function that provides the authorization server. After the signing keys were rotated,
 * the function creates a new server, which is possible because the server has no state.
 */
function providerWith(
  parts: ProviderParts,
  keys: ReturnType<typeof createSigningKeys>,
): () => Promise<Provider> {
  let made: { of: string; provider: Promise<Provider> } | undefined;
  return async () => {
    const { keys: present } = await keys.read();
    const of = present.map(({ kid }) => kid).join(' ');
    if (made?.of !== of) made = { of, provider: createProvider(parts, present) };
    return made.provider;
  };
}
