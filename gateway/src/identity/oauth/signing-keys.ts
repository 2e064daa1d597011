import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { decrypt, encrypt } from '@timbre/kit';
import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from 'jose';
import type { Pool, PoolClient } from 'pg';
import { addKey, dropKeys, usedKeys, useNextKey, withKeysLocked } from '../store/oauth-keys';
import { derivedKey } from './secrets';

/** The set of signing keys at one point in time. */
interface KeySet {
  /**
   * Private keys (JWK, ES256), with the current key first. The gateway publishes the public parts
   * of all signing keys.
   */
  keys: JWK[];
}

export interface SigningKeys {
  /**
   * Returns the signing keys, which are cached for at most a minute. The first gateway of a
   * deployment creates the signing keys.
   */
  read(): Promise<KeySet>;
  /**
   * Finds the signing key that signed a token. If the signing key is unknown, the keys are loaded
   * again, because another gateway may already sign with a new key.
   */
  keyOf: JWTVerifyGetKey;
}

const rememberedMs = 60_000;
/**
 * The minimum time between two database queries for tokens with unknown signing keys, in
 * milliseconds.
 */
const askedAgainMs = 5_000;

/**
 * Creates the store of the deployment's signing keys. The keys are encrypted with a key that is
 * derived from the deployment's secret.
 */
export function createSigningKeys(pool: Pool, contextKey: Buffer, now = Date.now): SigningKeys {
  const sealing = sealingKey(contextKey);
  let known: { set: Promise<KeySet>; atMs: number } | undefined;
  const load = async (): Promise<KeySet> => {
    let used = await usedKeys(pool);
    if (used.length === 0) {
      await rotateKeys(pool, contextKey);
      used = await usedKeys(pool);
    }
    return {
      keys: used.map(({ id, sealed }) => ({
        ...(JSON.parse(decrypt(sealing, sealed, id).toString()) as JWK),
        kid: id,
        alg: 'ES256',
        use: 'sig',
      })),
    };
  };
  const read = (maxAgeMs = rememberedMs): Promise<KeySet> => {
    if (known && now() - known.atMs < maxAgeMs) return known.set;
    const loading = { set: load(), atMs: now() };
    known = loading;
    loading.set.catch(() => {
      if (known === loading) known = undefined;
    });
    return loading.set;
  };
  const finders = new WeakMap<KeySet, JWTVerifyGetKey>();
  const finderOf = (set: KeySet): JWTVerifyGetKey => {
    const finder = finders.get(set) ?? createLocalJWKSet({ keys: set.keys.map(publicPart) });
    finders.set(set, finder);
    return finder;
  };
  return {
    read: () => read(),
    async keyOf(header, token) {
      const has = ({ keys }: KeySet) => keys.some(({ kid }) => kid === header.kid);
      let set = await read();
      if (!has(set)) set = await read(askedAgainMs);
      return finderOf(set)(header, token);
    },
  };
}

/**
 * Makes the next key the current key, and creates a new next key. All gateways have loaded a
 * signing key at least a minute before any gateway signs with it. Tokens that the former key signed
 * remain valid.
 * @param isExposed states whether an attacker may have the signing keys; if so, both keys are
 * replaced, and all tokens that they signed become invalid
 * @returns the identifiers of the current key and the next key
 */
export const rotateKeys = (
  pool: Pool,
  contextKey: Buffer,
  isExposed = false,
): Promise<{ currentKeyId: string; nextKeyId: string }> =>
  withKeysLocked(pool, async (client) => {
    if (isExposed) await dropKeys(client);
    const currentKeyId = (await useNextKey(client)) ?? (await add(client, contextKey, 'current'));
    return { currentKeyId, nextKeyId: await add(client, contextKey, 'next') };
  });

async function add(
  client: PoolClient,
  contextKey: Buffer,
  state: 'current' | 'next',
): Promise<string> {
  const id = randomUUID();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' })));
  const sealed = encrypt(sealingKey(contextKey), jwk, id);
  await addKey(client, { id, sealed }, state);
  return id;
}

const sealingKey = (contextKey: Buffer): Buffer => derivedKey(contextKey, 'oauth signing keys');

const publicPart = ({ d: _, ...rest }: JWK): JWK => rest;
