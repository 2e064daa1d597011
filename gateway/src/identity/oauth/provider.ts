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
  /** Whether clients may be identified by the address of their metadata, which is then fetched. */
  fetchesClients: boolean;
  /** Renders the page for a request whose fault cannot be reported to a client application. */
  renderError: RenderError;
  logger: Logger;
}

/**
 * Lifetimes in seconds. The lifetime of a refresh token begins again with each use, but a grant
 * ends after a year at the latest.
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
 * The scope for a client that requests none: all read permissions. The client can request more
 * later.
 */
export const defaultScopes: string[] = permissions.filter((name) => name.endsWith(':read'));

export const authorizationPath = '/oauth/authorize';
export const registrationPath = '/oauth/register';
export const interactionPath = '/oauth/interaction';

/**
 * Creates the authorization server (OAuth 2.1, OpenID Connect) of a deployment. All state of the
 * server is in PostgreSQL.
 * @param keys the current signing key first
 */
export async function createProvider(parts: ProviderParts, keys: JWK[]): Promise<Provider> {
  // The library is loaded only when it is first needed, because a sandbox never needs it.
  const { default: OidcProvider, errors, interactionPolicy } = await import('oidc-provider');
  const { publicUrl, contextKey, systemPool } = parts;
  const usedTwice = () => new errors.InvalidGrant('used already');
  const provider = new OidcProvider(publicUrl, {
    ...staticConfiguration(parts),
    clients: clientsOf(publicUrl),
    extraClientMetadata: clientMetadata(() => new errors.InvalidRedirectUri()),
    // The cast is needed, because oidc-provider does not declare the private keys of jose.
    jwks: { keys: keys as never },
    adapter: createRecords(systemPool, contextKey, usedTwice),
    interactions: { policy: policyOf(interactionPolicy), url: interactionUrl },
    findAccount: findAccount(parts),
    extraTokenClaims: async (_, token) => {
      const grantId = 'grantId' in token ? token.grantId : undefined;
      const organizationId = grantId && (await parts.applications.organizationOf(grantId));
      // The membership can have ended after the account was found.
      if (!organizationId) throw new errors.InvalidGrant('the grant has ended');
      return { organization_id: organizationId, grant_id: grantId };
    },
    features: {
      ...features,
      clientIdMetadataDocument: {
        enabled: parts.fetchesClients,
        ack: 'draft-02',
        // The draft standard for client metadata documents requires an address with a path, which
        // distinguishes the clients of one host.
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
  // Makes the library use the public URL in its answers. `serve` sets the public URL in each
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
  // A refresh token needs no further consent, because the member has always agreed on the consent
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
 * Returns the clients that need no registration: only the console of the deployment, a public
 * client. With a public URL of plain http there is none, because a code could be read on its way.
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
 * Returns the checks of the metadata with which a client registers. The scope of the client is
 * removed, because the client may request a wider scope later. Its redirect address must use https,
 * or be on the person's own machine with a private scheme or any port (RFC 8252), because a code
 * over plain http could be read on its way. Whatever the client declares, it counts as a native
 * application, unless it redirects to its own machine over https, which native applications do not
 * do.
 */
const clientMetadata = (
  wrongRedirect: () => Error,
): NonNullable<Configuration['extraClientMetadata']> => ({
  properties: ['registered_by'],
  validator: (_context, _key, _value, metadata) => {
    delete metadata['scope'];
    // A text that is not an address is ignored here, because the library refuses it.
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
 * Whether a browser may be redirected to this address with a code: over https, to its own machine,
 * or to an application.
 */
function isCalledBack({ protocol, hostname, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return own.has(hostname);
  return ownedScheme.test(protocol) || schemesOfApplications.has(protocol);
}

/**
 * Matches a scheme that is a reversed domain name (RFC 8252, 7.1). Schemes that browsers themselves
 * use contain no dot.
 */
const ownedScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/** Schemes without a domain that common applications use for their redirect addresses. */
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
  // Access tokens are bearer tokens, because the API checks no proof of possession.
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
 * Returns the prompts of the server. A person must consent each time, because clients are not
 * verified and the person chooses an organization.
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
 * Finds the account of a user. For a login, the account exists if the user may log in. For a token,
 * it exists as long as the user of the grant is a member of the organization.
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
 * Returns the audience for the address of a resource, which clients write with or without a slash
 * at the end.
 */
function audienceOf(publicUrl: string, indicator: string): string | undefined {
  const audiences = resourcePaths.map((path) => `${publicUrl}${path}`);
  return audiences.find((audience) => [audience, `${audience}/`].includes(indicator));
}
