// Builds the src folder of every workspace package to dist (CommonJS). A package is transpiled file by file.
// A process becomes one file that includes the packages of this repository, because each call to a separate
// CommonJS module would go through a getter. The libraries of a process remain outside of its file, where
// telemetry can patch them (decision 0017). The build removes the types without checking them, so it takes
// only seconds. `pnpm typecheck` checks the types.
import { build } from 'esbuild';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';

/** @type {import('esbuild').BuildOptions} */
const options = {
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  sourcemap: 'linked',
  logLevel: 'warning',
};

for (const manifest of globSync('packages/*/package.json')) {
  const folder = dirname(manifest);
  const sources = globSync(`${folder}/src/**/*.ts`).filter((file) => isCode(file));
  const outbase = `${folder}/src`;
  await build({ ...options, entryPoints: sources, outbase, outdir: `${folder}/dist` });
  removeStale(
    folder,
    sources.map((file) => relative(outbase, file)),
  );
}

/** The entry points; each becomes a separate file in dist. */
const starts = [
  'main.ts',
  'identity/commands/bootstrap.ts',
  'commands/accounts-command.ts',
  'commands/listen-command.ts',
  'commands/payroll-command.ts',
  'commands/reports-command.ts',
  '**/*-worker.ts',
];
for (const manifest of globSync(['services/*/package.json', 'gateway/package.json'])) {
  const folder = dirname(manifest);
  const entryPoints = globSync(starts.map((file) => `${folder}/src/${file}`));
  await build({
    ...options,
    entryPoints,
    entryNames: '[name]',
    outdir: `${folder}/dist`,
    bundle: true,
    // This option bundles the sources of the workspace packages instead of their built files.
    mainFields: ['types'],
    conditions: ['types'],
    plugins: [librariesOutside(folder)],
  });
  removeStale(
    folder,
    entryPoints.map((file) => basename(file)),
  );
}

/** @param {string} file */
function isCode(file) {
  return !file.endsWith('.test.ts') && !file.endsWith('.d.ts');
}

/**
 * Makes a process load each library at its start from the package that depends on the library. The process
 * itself need not depend on the library, and it can depend on that package through other packages.
 * @param {string} folder
 * @returns {import('esbuild').Plugin}
 */
function librariesOutside(folder) {
  return {
    name: 'libraries outside',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^/ }, ({ path, kind, importer, namespace }) => {
        if (kind === 'entry-point' || isBuiltin(path)) return undefined;
        if (kind === 'require-resolve' || namespace === 'library') return { path, external: true };
        if (path.startsWith('.') || path.startsWith('@timbre/')) return undefined;
        const [parent, name] = relative(process.cwd(), importer).split(sep);
        if (folder.split(sep)[0] === parent) return { path, external: true };
        return { path: `@timbre/${name} ${path}`, namespace: 'library' };
      });
      onLoad({ filter: /^/, namespace: 'library' }, ({ path }) => {
        const [owner, library] = path.split(' ');
        const from = chainTo(folder, String(owner)).reduce(
          (place, name) => `createRequire(${place}).resolve('${name}/package.json')`,
          '__filename',
        );
        return {
          contents: `const { createRequire } = require('node:module');
            module.exports = createRequire(${from})('${library}');`,
        };
      });
    },
  };
}

/**
 * Returns the shortest chain of dependencies from a process to a workspace package. The package is the last
 * entry of the chain.
 * @param {string} folder
 * @param {string} owner
 * @returns {string[]}
 */
function chainTo(folder, owner) {
  /** @type {[folder: string, chain: string[]][]} */
  const queue = [[folder, []]];
  const seen = new Set();
  for (const [place, chain] of queue) {
    if (chain.at(-1) === owner) return chain;
    const { dependencies = {} } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      if (!name.startsWith('@timbre/') || seen.has(name)) continue;
      seen.add(name);
      queue.push([join('packages', name.slice('@timbre/'.length)), [...chain, name]]);
    }
  }
  throw new Error(`${folder} does not depend on ${owner}`);
}

/**
 * Deletes built files whose sources were deleted. The next start would still load these built files.
 * @param {string} folder
 * @param {string[]} sources the source files, relative to the src folder
 */
function removeStale(folder, sources) {
  const built = new Set(sources.map((file) => file.replace(/\.ts$/, '.js')));
  for (const file of globSync(`${folder}/dist/**/*.{js,js.map}`, {
    exclude: ['**/dist/site', '**/dist/console'],
  })) {
    const path = relative(join(folder, 'dist'), file).replace(/\.map$/, '');
    if (!built.has(path)) rmSync(file);
  }
}
