// The paths of the clone, its state and its caches.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The folder with the state of all runs, which git ignores. */
export const stateDir = join(root, '.timbre');
/**
 * The state folder of a production deployment of this clone, which can run at the same time as the
 * sandbox.
 */
export const productionDir = join(stateDir, 'production');
/** The folder of caches, which `npm start -- --fresh` does not delete. */
export const cacheDir = join(stateDir, 'cache');
export const binDir = join(root, 'node_modules', '.bin');

/** An identifier of this clone on the machine. */
export const cloneId = createHash('sha256').update(root).digest('hex').slice(0, 12);

/**
 * Returns a name that identifies the deployment with this state folder on the machine.
 * @param {string} dir
 */
export const deploymentId = (dir) => (dir === stateDir ? cloneId : `${cloneId}-${basename(dir)}`);

/** @param {...string} parts */
export function ensureDir(...parts) {
  const path = join(...parts);
  mkdirSync(path, { recursive: true });
  return path;
}
