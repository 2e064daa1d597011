// Transpiles every workspace package's src to dist (CommonJS, one file for one file).
// Types are checked apart by `pnpm typecheck`; this step only strips them, so it takes a second.
import { build } from 'esbuild';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';

const sources = globSync([
  'packages/*/package.json',
  'services/*/package.json',
  'gateway/package.json',
]);
for (const manifest of sources) {
  const folder = dirname(manifest);
  const entryPoints = globSync(`${folder}/src/**/*.ts`).filter((f) => !f.endsWith('.test.ts'));
  if (entryPoints.length === 0) continue;
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
