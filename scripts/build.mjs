// Transpiles every workspace package's src to dist (CommonJS, one file for one file).
// Types are checked apart by `pnpm typecheck`; this step only strips them, so it takes a second.
import { build } from 'esbuild';
import { globSync, rmSync } from 'node:fs';
import { dirname, relative } from 'node:path';

const manifests = ['packages/*/package.json', 'services/*/package.json', 'gateway/package.json'];
for (const manifest of globSync(manifests)) {
  const folder = dirname(manifest);
  const entryPoints = globSync(`${folder}/src/**/*.ts`).filter((file) => isCode(file));
  if (entryPoints.length > 0) await transpile(folder, entryPoints);
  removeStale(folder, entryPoints);
}

/** @param {string} file */
function isCode(file) {
  return !file.endsWith('.test.ts') && !file.endsWith('.d.ts');
}

/** @param {string} folder @param {string[]} entryPoints */
async function transpile(folder, entryPoints) {
  await build({
    entryPoints,
    outbase: `${folder}/src`,
    outdir: `${folder}/dist`,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    sourcemap: 'linked',
    logLevel: 'warning',
  });
}

/** A deleted source must not live on in dist, where the next start would still find it.
 * @param {string} folder @param {string[]} entryPoints */
function removeStale(folder, entryPoints) {
  const stem = (/** @type {string} */ file) => file.replace(/\.(ts|js|js\.map)$/, '');
  const sources = new Set(entryPoints.map((file) => stem(relative(`${folder}/src`, file))));
  for (const file of globSync(`${folder}/dist/**/*.{js,js.map}`)) {
    if (!sources.has(stem(relative(`${folder}/dist`, file)))) rmSync(file);
  }
}
