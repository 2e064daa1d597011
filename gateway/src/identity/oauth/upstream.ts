import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { unavailable } from '@timbre/kit';
import type { Configuration, IDToken } from 'openid-client';
import { certain } from '@timbre/fiscal';
import { derivedKey } from './secrets';

/** The path to which the other provider redirects people after the login. */
export const callbackPath = '/oauth/login/callback';

/** Another OpenID provider at which people log in. */
export interface Upstream {
  issuer: string;
  /** Returns the provider's URL to which the person is redirected for the login. */
  begin(interactionId: string): Promise<string>;
  /**
   * Returns the unverified identifier of the interaction from the query of a callback. `finish`
   * verifies the identifier.
   */
  interactionOf(query: URLSearchParams): string | undefined;
  /**
   * Processes the callback of an interaction.
   * @returns undefined for a login that failed or that belongs to another interaction
   */
  finish(interactionId: string, query: URLSearchParams): Promise<UpstreamUser | undefined>;
}

interface UpstreamUser {
  subject: string;
  /** The mail address; undefined if the provider has not verified the address. */
  email: string | undefined;
}

export interface UpstreamSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  publicUrl: string;
  contextKey: Buffer;
}

/**
 * Logs people in at another OpenID provider. No login state is stored: the secret values are
 * derived from the interaction, and the callback must carry the interaction's cookie.
 */
export function createUpstream(settings: UpstreamSettings): Upstream {
  const { issuer, publicUrl, contextKey } = settings;
  const key = derivedKey(contextKey, 'upstream logins');
  const derive = (purpose: string, state: string): string =>
    createHmac('sha256', key).update(`${purpose} ${state}`).digest('base64url');
  let found: Promise<Configuration> | undefined;
  const discover = (): Promise<Configuration> => {
    found ??= discovered(settings);
    found.catch(() => (found = undefined));
    return found;
  };
  const redirectUri = `${publicUrl}${callbackPath}`;
  return {
    issuer,
    async begin(interactionId) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
      const configuration = await discover();
      const unsigned = `${interactionId}.${randomBytes(16).toString('base64url')}`;
      const state = `${unsigned}.${derive('state', unsigned)}`;
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce: derive('nonce', state),
        code_challenge_method: 'S256',
        code_challenge: await calculatePKCECodeChallenge(derive('verifier', state)),
      }).href;
    },
    interactionOf: (query) => /^([\w-]{10,64})\./.exec(query.get('state') ?? '')?.[1],
    async finish(interactionId, query) {
      const state = query.get('state') ?? '';
      const [uid = '', nonce = '', mac = ''] = state.split('.');
      if (uid !== interactionId || !isEqual(mac, derive('state', `${uid}.${nonce}`)))
        return undefined;
      const { authorizationCodeGrant } = await import('openid-client');
      const configuration = await discover();
      try {
        const tokens = await authorizationCodeGrant(
          configuration,
          new URL(`${redirectUri}?${query.toString()}`),
          {
            expectedState: state,
            expectedNonce: derive('nonce', state),
            pkceCodeVerifier: derive('verifier', state),
            idTokenExpected: true,
          },
        );
        return personOf(certain(tokens.claims(), 'claims'));
      } catch (error) {
        if (await isRefusal(error)) return undefined;
        throw unavailable('The other provider does not answer; try again.', error);
      }
    },
  };
}

/**
 * Returns the person from the provider's ID token, with the mail address if the provider has
 * verified it.
 */
const personOf = ({ sub: subject, email, email_verified: isVerified }: IDToken) => ({
  subject,
  email: isVerified === true && typeof email === 'string' ? email : undefined,
});

/**
 * Whether the error means that the provider rejected the login, or that its response failed
 * validation.
 */
async function isRefusal(error: unknown): Promise<boolean> {
  const { ClientError, ResponseBodyError, AuthorizationResponseError } =
    await import('openid-client');
  const kinds = [ClientError, ResponseBodyError, AuthorizationResponseError];
  return kinds.some((kind) => error instanceof kind);
}

async function discovered({
  issuer,
  clientId,
  clientSecret,
}: UpstreamSettings): Promise<Configuration> {
  const { allowInsecureRequests, discovery } = await import('openid-client');
  const url = new URL(issuer);
  // Plain http is allowed, because an issuer on the same machine or in the same cluster may have no
  // TLS, and only an operator can configure the URL.
  const execute = url.protocol === 'http:' ? [allowInsecureRequests] : [];
  return discovery(url, clientId, clientSecret, undefined, { execute, timeout: 10 }).catch(
    (error: unknown) => {
      throw unavailable('The other provider does not answer; try again.', error);
    },
  );
}

function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
