// `pnpm check`: runs the static checks. The command prints the output of the failing checks, and then `N
// passed, N failed`.
import { join } from 'node:path';
import { attempt } from './runtime/command.mjs';
import { cacheDir } from './runtime/paths.mjs';
import { seconds } from './runtime/progress.mjs';
import { runScript, setUp } from './setup.mjs';

/**
 * @typedef {[name: string, command: string, args: string[]]} Check a static check and the command that
 * runs it
 */

/**
 * This check generates the types of the client, which the other checks read.
 * @type {Check}
 */
const first = [
  'types of the client',
  'npm',
  ['run', '-s', 'check', '--prefix', 'clients/typescript'],
];

/**
 * All other checks, in two sequences that run at the same time, because the linter takes as long as the
 * remaining checks together.
 * @type {Check[][]}
 */
const rows = [
  [
    ['lint', 'eslint', ['--max-warnings=0', '.']],
    ['unused code', 'knip', ['--no-progress', '--no-config-hints']],
    ['code that only tests use', 'knip', productionArguments()],
  ],
  [
    ['types', 'tsc', ['--noEmit', '-p', '.']],
    ['types of the console', 'tsc', ['--noEmit', '-p', 'console']],
    ['types of scripts', 'tsc', ['--noEmit', '-p', 'scripts']],
    ['format', 'prettier', ['--check', '--log-level=warn', ...cached('prettier'), '.']],
    ['layers', 'depcruise', layersArguments()],
    ['licences', 'node', ['scripts/sbom.mjs', '--licences']],
  ],
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

/**
 * Runs a check and prints its duration.
 * @param {Check} check
 * @returns {Promise<string | undefined>} the fault that the check found
 */
async function faultOf([name, command, args]) {
  const started = performance.now();
  const { code, output } = await attempt(command, args);
  const took = seconds(performance.now() - started);
  console.log(`▸ ${name} … ${code === 0 ? took : `${took}, failed`}`);
  return code === 0 ? undefined : `\n✗ ${name}: ${command} ${args.join(' ')}\n${output.trim()}`;
}

/** @param {Check[]} checks */
async function faultsOf(checks) {
  const faults = [];
  for (const one of checks) faults.push(await faultOf(one));
  return faults;
}

/** @returns {Promise<number>} */
async function check() {
  await setUp();
  const faults = [await faultOf(first), ...(await Promise.all(rows.map(faultsOf))).flat()];
  const failures = faults.filter((fault) => fault !== undefined);
  for (const failure of failures) console.log(failure);
  console.log(`\n${faults.length - failures.length} passed, ${failures.length} failed`);
  return failures.length > 0 ? 1 : 0;
}

await runScript(import.meta.url, check);
