// Secrets of this clone's development deployment, which are generated once.
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDir, stateDir } from './paths.mjs';
import { readStateFile } from './state-file.mjs';

/** @typedef {{ postgresPassword: string, contextKey: string, encryptionKey: string }} Secrets */

/**
 * @param {keyof Secrets} name
 * @param {string} [dir] the folder of secrets.json
 */
export function readSecret(name, dir = stateDir) {
  const file = join(ensureDir(dir), 'secrets.json');
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(generate(), null, 2), { mode: 0o600 });
  return /** @type {Secrets} */ (readStateFile(file))[name];
}

/** @returns {Secrets} */
function generate() {
  const key = () => randomBytes(32).toString('base64');
  return {
    postgresPassword: randomBytes(24).toString('hex'),
    contextKey: key(),
    encryptionKey: key(),
  };
}
