// Skips work whose inputs have not changed since the last success.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cacheDir, ensureDir, root } from './paths.mjs';

const skipped = new Set(['node_modules', 'dist', '.git', '.timbre', 'data', 'coverage']);

/**
 * Returns a digest of paths and contents, including all files in folders. The digest also depends on which
 * paths do not exist.
 * @param {string[]} paths the paths, relative to the clone
 * @param {(path: string) => boolean} [wanted]
 */
export function fingerprint(paths, wanted = () => true) {
  const digest = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBelow(join(root, path))).filter(wanted)) {
    digest
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return digest.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .filter((name) => !skipped.has(name))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/**
 * Runs `work` only if it has not succeeded for the same inputs yet, or if `output` no longer exists.
 * @param {{ name: string, inputs: string, output: string, work: () => Promise<void> }} task
 * @returns {Promise<void>}
 */
export async function onceFor({ name, inputs, output, work }) {
  const stamp = join(ensureDir(cacheDir), `${name}.stamp`);
  const known = existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs;
  if (known && existsSync(join(root, output))) return;
  rmSync(stamp, { force: true });
  await work();
  writeFileSync(stamp, inputs);
}
