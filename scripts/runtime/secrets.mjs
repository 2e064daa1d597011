// Secrets of this clone's development deployment, which are generated once.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDir, stateDir } from './paths.mjs';
import { services } from './services.mjs';
import { readStateFile } from './state-file.mjs';

/**
 * The keys of a process that calls other processes, as PEM.
 * @typedef {{ privateKey: string, publicKey: string }} CallKeys
 */

/**
 * @typedef {object} Secrets
 * @property {string} postgresPassword
 * @property {string} contextKey
 * @property {string} pageLinkKey
 * @property {string} encryptionKey
 * @property {Record<string, CallKeys>} callKeys the keys of each process that calls other processes
 */

/**
 * Returns a secret. A secret that a clone of an older version does not have yet is generated.
 * @template {keyof Secrets} Name
 * @param {Name} name
 * @param {string} [dir] the folder of secrets.json
 * @returns {Secrets[Name]}
 */
export function readSecret(name, dir = stateDir) {
  const file = join(ensureDir(dir), 'secrets.json');
  const kept = /** @type {Partial<Secrets>} */ (existsSync(file) ? readStateFile(file) : {});
  const found = kept[name];
  if (found !== undefined) return found;
  const all = { ...generate(), ...kept };
  writeFileSync(file, JSON.stringify(all, null, 2), { mode: 0o600 });
  return all[name];
}

/** @returns {Secrets} */
function generate() {
  const key = () => randomBytes(32).toString('base64');
  return {
    postgresPassword: randomBytes(24).toString('hex'),
    contextKey: key(),
    pageLinkKey: key(),
    encryptionKey: key(),
    callKeys: Object.fromEntries(
      services.filter(({ calls }) => calls).map(({ name }) => [name, callKeys()]),
    ),
  };
}

/** @returns {CallKeys} */
function callKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { privateKey, publicKey };
}
