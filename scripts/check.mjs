// `pnpm check`: runs the static checks. Prints the output of the failing checks, then `N passed, N failed`.
import { join } from 'node:path';
import { attempt } from './runtime/command.mjs';
import { cacheDir } from './runtime/paths.mjs';
import { seconds } from './runtime/progress.mjs';
import { runScript, setUp } from './setup.mjs';

/** @type {[name: string, command: string, args: string[]][]} */
const checks = [
  ['format', 'prettier', ['--check', '--log-level=warn', ...cached('prettier'), '.']],
  ['types', 'tsc', ['--noEmit', '-p', '.']],
  // Scripts use the types of the client, which are generated from the API's description.
  ['types of the client', 'npm', ['run', '-s', 'check', '--prefix', 'clients/typescript']],
  ['types of the console', 'tsc', ['--noEmit', '-p', 'console']],
  ['types of scripts', 'tsc', ['--noEmit', '-p', 'scripts']],
  ['lint', 'eslint', ['--max-warnings=0', '.']],
  ['layers', 'depcruise', layersArguments()],
  ['licences', 'node', ['scripts/sbom.mjs', '--licences']],
  ['unused code', 'knip', ['--no-progress', '--no-config-hints']],
  ['code that only tests use', 'knip', productionArguments()],
];

/** @param {string} name */
function cached(name) {
  return ['--cache', '--cache-location', join(cacheDir, name)];
}

function layersArguments() {
  return [
    '--config',
    '.dependency-cruiser.cjs',
    'packages',
    'services',
    'gateway',
    'clients',
    'console',
    'test',
  ];
}

function productionArguments() {
  return [
    '--production',
    '--config',
    'knip.production.mjs',
    '--include',
    'exports,types,files',
    '--no-progress',
    '--no-config-hints',
  ];
}

/** @returns {Promise<number>} */
async function check() {
  await setUp();
  /** @type {string[]} */
  const failures = [];
  for (const [name, command, args] of checks) {
    const started = performance.now();
    process.stdout.write(`▸ ${name} … `);
    const { code, output } = await attempt(command, args);
    const took = seconds(performance.now() - started);
    console.log(code === 0 ? took : `${took}, failed`);
    if (code !== 0) failures.push(`\n✗ ${name}: ${command} ${args.join(' ')}\n${output.trim()}`);
  }
  for (const failure of failures) console.log(failure);
  console.log(`\n${checks.length - failures.length} passed, ${failures.length} failed`);
  return failures.length > 0 ? 1 : 0;
}

await runScript(import.meta.url, check);
