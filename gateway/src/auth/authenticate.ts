import { timingSafeEqual } from 'node:crypto';
import type { Permission } from '@timbre/api';
import { LRUCache } from 'lru-cache';
import { conflict, Refusal } from '@timbre/kit';
import { modeOf, readApiKey, secretDigest } from './api-key';

/** The credential of a request. */
export interface Credential {
  id: string;
  organizationId: string;
  permissions: ReadonlySet<string>;
  expiresAt: Date | undefined;
}

/** A stored credential with the digest of its secret. */
export interface StoredCredential extends Credential {
  digest: Buffer;
  isRevoked: boolean;
}

/** Less than the five seconds within which a revoked key stops working at every gateway. */
const rememberedMs = 4_000;

/** The clock is a parameter so that tests control it. */
export interface Authentication {
  environment: 'production' | 'sandbox';
  load: (credentialId: string) => Promise<StoredCredential | undefined>;
  now: () => number;
}

export interface Authenticator {
  /**
   * Authenticates the `Authorization` header.
   * @throws Refusal unauthenticated unless the header has a valid key, conflict for a key of the
   * other environment
   */
  authenticate: (header: string | undefined) => Promise<Credential>;
  /** Makes this gateway load the credential again. */
  forget: (credentialId: string) => void;
}

/** Authenticates API keys; caches their credentials for a few seconds. */
export function createAuthenticator({ environment, load, now }: Authentication): Authenticator {
  const remembered = new LRUCache<string, Promise<StoredCredential | undefined>>({
    max: 10_000,
    ttl: rememberedMs,
  });
  const recall = (id: string) => {
    let stored = remembered.get(id);
    if (!stored) {
      stored = load(id);
      remembered.set(id, stored);
      stored.catch(() => remembered.delete(id));
    }
    return stored;
  };
  /** Verified headers, each valid for as long as its credential is cached. */
  const right = new LRUCache<string, { id: string; stored: StoredCredential }>({ max: 10_000 });
  const recognise = async (header: string): Promise<StoredCredential | undefined> => {
    const known = right.get(header);
    const stored = known && (await remembered.get(known.id));
    return stored === known?.stored ? stored : undefined;
  };
  const verify = async (header: string): Promise<StoredCredential> => {
    const token = /^Bearer ([\x21-\x7e]+)$/i.exec(header)?.[1];
    if (!token) throw unauthenticated('Send your API key as "Authorization: Bearer <key>".');
    const key = readApiKey(token);
    if (!key) throw unauthenticated('This is not a valid API key.', 'invalid_token');
    if (key.mode !== modeOf(environment)) throw environmentMismatch(environment);
    const stored = await recall(key.credentialId);
    const isRight = stored && timingSafeEqual(stored.digest, secretDigest(key.secret));
    if (!isRight) throw unauthenticated('This is not a valid API key.', 'invalid_token');
    right.set(header, { id: key.credentialId, stored });
    return stored;
  };
  const authenticate = async (header = ''): Promise<Credential> => {
    const stored = (await recognise(header)) ?? (await verify(header));
    if (stored.isRevoked) throw unauthenticated('This API key was revoked.', 'invalid_token');
    if (stored.expiresAt && stored.expiresAt.getTime() <= now()) {
      throw unauthenticated('This API key has expired.', 'invalid_token');
    }
    return stored;
  };
  return { authenticate, forget: (credentialId) => void remembered.delete(credentialId) };
}

const unauthenticated = (message: string, reason?: string) =>
  new Refusal('unauthenticated', message, reason ? { reason } : {});

function environmentMismatch(environment: string) {
  return conflict(
    `This key belongs to the other environment; this deployment is ${environment}.`,
    'environment_mismatch',
  );
}

/** @throws Refusal forbidden naming the permissions that are missing */
export function requirePermissions(credential: Credential, required: Permission[]): void {
  const missing = required.filter((p) => !credential.permissions.has(p));
  if (missing.length === 0) return;
  throw new Refusal('forbidden', `This credential lacks: ${missing.join(', ')}.`, {
    reason: 'insufficient_scope',
  });
}
