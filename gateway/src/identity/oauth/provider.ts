import { permissions } from '@timbre/api';
import type { Logger } from '@timbre/kit';
import type { JWK } from 'jose';
import type Provider from 'oidc-provider';
import type {
  Configuration,
  interactionPolicy as InteractionPolicy,
  KoaContextWithOIDC,
} from 'oidc-provider';
import type { Pool } from 'pg';
import { certain } from '@timbre/fiscal';
import { consoleClientId } from '../domain/console-client';
import { basePathOf, resourcePaths } from '../domain/public-url';
import type { Applications } from './applications';
import { fetchOutside } from './outside';
import { createRecords } from './records';
import { derivedKey } from './secrets';
import type { Users } from '../store/users';

export type RenderError = (context: KoaContextWithOIDC, code: string) => void;

export interface ProviderParts {
  publicUrl: string;
  contextKey: Buffer;
  systemPool: Pool;
  users: Users;
  applications: Applications;
  /**
   * Whether a client identifier may be the URL of the client's metadata, which the server then
   * fetches.
   */
  fetchesClients: boolean;
  /** Renders the page for an error that cannot be returned to a client application. */
  renderError: RenderError;
  logger: Logger;
}

/**
 * Token lifetimes in seconds. Each use renews the lifetime of a refresh token, but a grant ends
 * after a year at the latest.
 */
export const lifetimes = {
  AccessToken: 15 * 60,
  AuthorizationCode: 60,
  Grant: 365 * 86_400,
  IdToken: 15 * 60,
  Interaction: 30 * 60,
  RefreshToken: 30 * 86_400,
  Session: 8 * 3_600,
};

/**
 * The default scope for a client that requests no scope: all read permissions. The client can
 * request more permissions later.
 */
export const defaultScopes: string[] = permissions.filter((name) => name.endsWith(':read'));

export const authorizationPath = '/oauth/authorize';
export const registrationPath = '/oauth/register';
export const interactionPath = '/oauth/interaction';

/**
 * Creates the authorization server (OAuth 2.1, OpenID Connect) of a deployment. The server stores
 * all its state in PostgreSQL.
 * @param keys are the signing keys, with the current signing key first
 */
export async function createProvider(parts: ProviderParts, keys: JWK[]): Promise<Provider> {
  // The library is loaded lazily, because a sandbox never needs it.
  const { default: OidcProvider, errors, interactionPolicy } = await import('oidc-provider');
  const { publicUrl, contextKey, systemPool } = parts;
  const usedTwice = () => new errors.InvalidGrant('used already');
  const provider = new OidcProvider(publicUrl, {
    ...staticConfiguration(parts),
    clients: clientsOf(publicUrl),
    extraClientMetadata: clientMetadata(() => new errors.InvalidRedirectUri()),
    // The cast is needed, because the types of oidc-provider do not declare the private JWKs of
    // jose.
    jwks: { keys: keys as never },
    adapter: createRecords(systemPool, contextKey, usedTwice),
    interactions: { policy: policyOf(interactionPolicy), url: interactionUrl },
    findAccount: findAccount(parts),
    extraTokenClaims: async (_, token) => {
      const grantId = 'grantId' in token ? token.grantId : undefined;
      const organizationId = grantId && (await parts.applications.organizationOf(grantId));
      // The membership may have ended after the account was found.
      if (!organizationId) throw new errors.InvalidGrant('the grant has ended');
      return { organization_id: organizationId, grant_id: grantId };
    },
    features: {
      ...features,
      clientIdMetadataDocument: {
        enabled: parts.fetchesClients,
        ack: 'draft-02',
        // The draft standard for client metadata documents requires a URL with a path, so that
        // clients on the same host have different URLs.
        allowFetch: (_, clientId) => new URL(clientId).pathname !== '/',
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_context, _client, oneOf) => oneOf?.[0] ?? publicUrl,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, indicator) => {
          const audience = audienceOf(publicUrl, indicator);
          if (audience === undefined) throw new errors.InvalidTarget();
          return {
            scope: permissions.join(' '),
            audience,
            accessTokenFormat: 'jwt' as const,
            accessTokenTTL: lifetimes.AccessToken,
            jwt: { sign: { alg: 'ES256' as const } },
          };
        },
      },
    },
  });
  // Makes the library use the public URL in its responses. `serve` sets the public URL on each
  // request, as a proxy would.
  provider.proxy = true;
  provider.on('server_error', (_context, error) =>
    parts.logger.error({ err: error }, 'authorization server failed'),
  );
  return provider;
}

const staticConfiguration = ({
  publicUrl,
  contextKey,
  renderError,
}: ProviderParts): Configuration => ({
  routes: {
    authorization: authorizationPath,
    end_session: '/oauth/logout',
    jwks: '/oauth/jwks',
    registration: registrationPath,
    revocation: '/oauth/revoke',
    token: '/oauth/token',
  },
  cookies: {
    keys: [derivedKey(contextKey, 'oauth cookies').toString('base64url')],
    names: {
      session: 'timbre_session',
      interaction: 'timbre_interaction',
      resume: 'timbre_resume',
    },
    long: { signed: true, sameSite: 'lax', path: `${basePathOf(publicUrl)}/oauth` },
    short: { signed: true, sameSite: 'lax' },
  },
  responseTypes: ['code'],
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  scopes: ['openid', 'offline_access'],
  pkce: { required: () => true },
  ttl: lifetimes,
  rotateRefreshToken: true,
  // A refresh token needs no further consent, because the member has already agreed on the consent
  // page.
  issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: () => false,
  loadExistingGrant: async (context) => {
    const { provider, result } = context.oidc;
    const grantId = result?.consent?.grantId;
    return grantId === undefined ? undefined : provider.Grant.find(grantId);
  },
  renderError: (context, out) => renderError(context, out.error),
  fetch: fetchOutside,
});

/**
 * Returns the clients that need no registration: only the deployment's console, which is a public
 * client. If the public URL uses plain http, the list is empty, because an attacker on the network
 * could read the code.
 */
function clientsOf(publicUrl: string): NonNullable<Configuration['clients']> {
  if (!isCalledBack(new URL(publicUrl))) return [];
  return [
    {
      client_id: consoleClientId,
      client_name: 'Timbre',
      redirect_uris: [`${publicUrl}/console/`],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    },
  ];
}

/**
 * Returns the validation of the metadata with which a client registers. The validation removes the
 * client's scope, because the client may request a wider scope later. The redirect URL must use
 * https, or point to the person's own machine with a private scheme or any port (RFC 8252), because
 * an attacker could read a code sent over plain http. The server treats every client as a native
 * application, except a client that redirects to its own machine over https, which native
 * applications do not do.
 */
const clientMetadata = (
  wrongRedirect: () => Error,
): NonNullable<Configuration['extraClientMetadata']> => ({
  properties: ['registered_by'],
  validator: (_context, _key, _value, metadata) => {
    delete metadata['scope'];
    // Text that is not a URL is skipped here, because the library rejects such text.
    const addresses = [metadata.redirect_uris].flat().flatMap((uri) => URL.parse(`${uri}`) ?? []);
    const isOnOwnTls = ({ protocol, hostname }: URL): boolean =>
      protocol === 'https:' && own.has(hostname);
    metadata.application_type = addresses.some(isOnOwnTls) ? 'web' : 'native';
    if (addresses.every(isCalledBack)) return;
    const error_description =
      'redirect_uris must use https, http on the loopback interface, or the scheme of an application (a domain backwards, com.example.app:), without a user name';
    throw Object.assign(wrongRedirect(), { error_description });
  },
});

/**
 * Whether the server may redirect a browser with a code to this URL: over https, to the person's
 * own machine, or to an application.
 */
function isCalledBack({ protocol, hostname, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return own.has(hostname);
  return ownedScheme.test(protocol) || schemesOfApplications.has(protocol);
}

/**
 * Matches a URL scheme that is a reversed domain name (RFC 8252, 7.1). Schemes that browsers handle
 * themselves contain no dot.
 */
const ownedScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/** Schemes without a domain name that common applications use in their redirect URLs. */
const schemesOfApplications = new Set(
  [
    'cherrystudio',
    'claude',
    'cursor',
    'goose',
    'jetbrains',
    'kiro',
    'lmstudio',
    'raycast',
    'trae',
    'vscode',
    'vscode-insiders',
    'vscodium',
    'warp',
    'windsurf',
    'zed',
  ].map((name) => `${name}:`),
);

const own = new Set(['localhost', '127.0.0.1', '[::1]']);

const features = {
  devInteractions: { enabled: false },
  // Access tokens are bearer tokens, because the API verifies no proof of possession.
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  registration: { enabled: true, issueRegistrationAccessToken: false },
  revocation: {
    enabled: true,
    allowedPolicy: (_: unknown, client: Named, token: Named) => isOf(client, token),
  },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
} as const;

interface Named {
  clientId?: string | undefined;
}

const isOf = (client: Named, token: Named): boolean => client.clientId === token.clientId;

/**
 * Returns the login and consent prompts of the server. The server asks for consent each time,
 * because clients are not verified and the person chooses an organization.
 */
function policyOf(interactionPolicy: typeof InteractionPolicy) {
  const { base, Check } = interactionPolicy;
  const policy = base();
  const description = 'the member has to agree';
  certain(policy.get('consent'), 'consent').checks.add(
    new Check('asked_always', description, 'consent_required', (context) =>
      context.oidc.result?.consent ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
    ),
  );
  return policy;
}

const interactionUrl = (context: KoaContextWithOIDC, { uid }: { uid: string }): string =>
  `${basePathOf(context.oidc.issuer)}${interactionPath}/${uid}`;

/**
 * Finds the account of a user. At login, the account exists if the user may log in. For a token,
 * the account exists as long as the user of the grant is a member of the organization.
 */
const findAccount =
  ({ users, applications }: ProviderParts): NonNullable<Configuration['findAccount']> =>
  async (_context, userId, token) => {
    const grantId = token && 'grantId' in token ? token.grantId : undefined;
    if (typeof grantId === 'string') {
      if ((await applications.organizationOf(grantId)) === undefined) return undefined;
    } else if ((await users.membershipsOf(userId)).length === 0) {
      return undefined;
    }
    return { accountId: userId, claims: () => ({ sub: userId }) };
  };

/**
 * Returns the audience for a resource URL, which clients write with or without a trailing slash.
 */
function audienceOf(publicUrl: string, indicator: string): string | undefined {
  const audiences = resourcePaths.map((path) => `${publicUrl}${path}`);
  return audiences.find((audience) => [audience, `${audience}/`].includes(indicator));
}
