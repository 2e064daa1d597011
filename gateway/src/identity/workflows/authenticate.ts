import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { say, type Said } from '@timbre/api';
import { conflict, Refusal } from '@timbre/kit';
import { isJwt, type AccessTokens } from './access-tokens';
import { isAllowed } from '../domain/addresses';
import { modeOf, readApiKey, secretDigest } from '../domain/api-key';
import { createGuesses } from './guesses';
import {
  rememberedMs,
  type Caller,
  type Principal,
  type StoredCredential,
} from '../domain/principal';

/** The clock is a parameter, so that tests can control it. */
export interface Authentication {
  environment: 'production' | 'sandbox';
  load: (credentialId: string, caller: Caller) => Promise<StoredCredential | undefined>;
  now: () => number;
}

export interface Authenticator {
  /**
   * Authenticates the `Authorization` header.
   * @throws Refusal unauthenticated without a valid API key or access token, conflict for a key of
   * the other environment, forbidden for an address that the key does not allow, rate_limited for a
   * network that sends too many wrong keys
   */
  authenticate: (header: string | undefined, caller: () => Caller) => Promise<Principal>;
  /** Makes this gateway reload the credentials of the organization. */
  forget: (organizationId: string) => void;
}

interface Remembered {
  stored: Promise<StoredCredential | undefined>;
  /** The organization; undefined until the credential is loaded. */
  organizationId?: string | undefined;
}

/**
 * Creates an authenticator that verifies API keys and caches their credentials for a few seconds.
 */
export function createAuthenticator({ environment, load, now }: Authentication): Authenticator {
  const remembered = new LRUCache<string, Remembered>({ max: 10_000, ttl: rememberedMs });
  const recall = (id: string, caller: () => Caller) => {
    const known = remembered.get(id);
    if (known) return known.stored;
    const loading: Remembered = { stored: load(id, caller()) };
    remembered.set(id, loading);
    loading.stored.then(
      (stored) => (loading.organizationId = stored?.organizationId),
      () => remembered.delete(id),
    );
    return loading.stored;
  };
  const guesses = createGuesses(now);
  /** The verified headers, each valid as long as its credential is cached. */
  const right = new LRUCache<string, { id: string; stored: StoredCredential }>({ max: 10_000 });
  const recognise = async (header: string): Promise<StoredCredential | undefined> => {
    const known = right.get(header);
    const stored = known && (await remembered.get(known.id)?.stored);
    return stored === known?.stored ? stored : undefined;
  };
  const verify = async (header: string, caller: () => Caller): Promise<StoredCredential> => {
    const token = tokenOf(header);
    if (!token) throw unauthenticated(say('api_key_missing'));
    const key = readApiKey(token);
    if (!key) throw unauthenticated(say('api_key_wrong'), 'invalid_token');
    if (key.mode !== modeOf(environment)) throw environmentMismatch(environment);
    // Wrong API keys from the same network do not delay a caller whose credential or header is
    // cached.
    const isKnown = remembered.has(key.credentialId) || right.has(header);
    const end = isKnown ? undefined : await guesses.begin(caller().address);
    const stored = await recall(key.credentialId, caller).catch((error: unknown) => {
      // After a failed lookup it is unknown whether the API key is valid, so the key does not count
      // as wrong.
      end?.(false);
      throw error;
    });
    const isRight = stored && timingSafeEqual(stored.digest, secretDigest(key.secret));
    end?.(!isRight);
    if (!isRight) throw unauthenticated(say('api_key_wrong'), 'invalid_token');
    right.set(header, { id: key.credentialId, stored });
    return stored;
  };
  const authenticate = async (
    header: string | undefined,
    caller: () => Caller,
  ): Promise<Principal> => {
    const given = header ?? '';
    const stored = (await recognise(given)) ?? (await verify(given, caller));
    if (stored.isRevoked) throw unauthenticated(say('api_key_revoked'), 'invalid_token');
    if (stored.expiresAt && stored.expiresAt.getTime() <= now()) {
      const instant = stored.expiresAt.toISOString();
      throw unauthenticated(say('api_key_expired', { instant }), 'invalid_token');
    }
    const { allowedAddresses } = stored;
    if (allowedAddresses && !isAllowed(allowedAddresses, caller().address)) throw wrongAddress();
    return stored;
  };
  const forget = (organizationId: string): void => {
    for (const [id, known] of remembered.entries()) {
      // An entry whose credential is still being loaded is removed too, because its organization is
      // not yet known.
      if ((known.organizationId ?? organizationId) === organizationId) remembered.delete(id);
    }
  };
  return { authenticate, forget };
}

/** Extends an authenticator of API keys so that it also accepts members' access tokens. */
export const withAccessTokens = (keys: Authenticator, tokens: AccessTokens): Authenticator => ({
  ...keys,
  authenticate(header, caller) {
    const token = tokenOf(header ?? '');
    return token && isJwt(token) ? tokens.principalOf(token) : keys.authenticate(header, caller);
  },
});

const tokenOf = (header: string): string | undefined =>
  /^Bearer ([\x21-\x7e]+)$/i.exec(header)?.[1];

const unauthenticated = ({ message, text }: Said, reason?: string) =>
  new Refusal('unauthenticated', message, { text, ...(reason ? { reason } : {}) });

/**
 * - environment_mismatch: the key belongs to another environment (sandbox or production) than this deployment
 */
function environmentMismatch(environment: string) {
  return conflict(
    `This key belongs to the other environment; this deployment is ${environment}.`,
    'environment_mismatch',
  );
}

const wrongAddress = () =>
  new Refusal('forbidden', 'This API key may not be used from your address.', {
    reason: 'address_not_allowed',
  });
