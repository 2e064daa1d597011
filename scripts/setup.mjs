// The first step of every script: installs packages and the pinned Node, generates code, and builds. The
// setup runs on the machine's own Node (>= 20) before anything is installed, so it imports only modules of
// Node.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, SetupError, toolEnvironment } from './runtime/command.mjs';
import { fingerprint, onceFor } from './runtime/fingerprint.mjs';
import { binDir, root } from './runtime/paths.mjs';
import { createProgress } from './runtime/progress.mjs';
import { withSetupLock } from './runtime/setup-lock.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * Prepares the clone and continues under the pinned Node. If the running Node has another version, the script
 * continues in a child process and this promise never settles.
 * @param {{ quiet?: boolean }} [options] quiet: whether nothing is printed to standard output
 */
export async function setUp({ quiet = false } = {}) {
  const progress = createProgress({ quiet });
  await withSetupLock(() => installPackages(progress));
  if (process.versions.node !== manifest.devDependencies.node) await continueOnPinnedNode();
  await prepare(progress);
  return progress;
}

/**
 * Updates the generated code and the build.
 * @param {import('./runtime/progress.mjs').Progress} progress
 */
export async function prepare(progress) {
  await withSetupLock(async () => {
    await generateCode(progress);
    await buildPackages(progress);
    await buildSite(progress);
    await buildConsole(progress);
  });
}

/** @param {import('./runtime/progress.mjs').Progress} progress */
function installPackages(progress) {
  const folders = ['packages', 'services', 'gateway', 'clients', 'console', 'test', 'docs/site'];
  const manifests = [...folders, 'package.json'];
  const locks = ['pnpm-lock.yaml', 'pnpm-workspace.yaml'];
  const isInput = (/** @type {string} */ file) => /package\.json$|pnpm-[\w-]+\.yaml$/.test(file);
  return onceFor({
    name: 'packages',
    inputs: fingerprint([...locks, ...manifests], isInput),
    output: 'node_modules/.bin/node',
    work: () => progress.step('packages', install),
  });
}

/** @param {(text: string) => void} note */
async function install(note) {
  const local = join(binDir, 'pnpm');
  const pnpm = `pnpm@${manifest.devDependencies.pnpm}`;
  const [command, ...first] = existsSync(local) ? [local] : ['npx', '-y', pnpm];
  const args = ['install', '--frozen-lockfile', '--prefer-offline', '--prod=false'];
  try {
    // CI is set, because pnpm would otherwise ask before it rebuilds node_modules, and possibly no person
    // could answer.
    const env = { ...toolEnvironment(), CI: 'true' };
    const reporter = '--reporter=append-only';
    await run(command, [...first, ...args, reporter], { env, onLine: note });
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|FETCH|network/.test(text)) throw error;
    throw new SetupError(
      `${text}\n\nThe npm registry is needed once, and is not reachable from here.`,
    );
  }
}

/** @returns {Promise<never>} */
function continueOnPinnedNode() {
  if (process.env.TIMBRE_PINNED_NODE) {
    throw new SetupError(`node_modules/.bin/node is ${process.version}, not the pinned version`);
  }
  // The child process has a channel to this process. The channel closes when this process is killed, so that
  // the child can end too.
  const child = spawn(join(binDir, 'node'), process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, TIMBRE_PINNED_NODE: '1' },
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((_, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.exit(code ?? (signal ? 128 + constants.signals[signal] : 1));
    });
  });
}

/** @param {import('./runtime/progress.mjs').Progress} progress */
async function generateCode(progress) {
  if (!existsSync(join(root, 'buf.gen.yaml'))) return;
  await onceFor({
    name: 'generated',
    inputs: fingerprint(['proto', 'buf.gen.yaml', 'buf.yaml', 'package.json']),
    output: 'packages/contract/src/generated',
    work: () => progress.step('generated code', async () => void (await run('buf', ['generate']))),
  });
}

/** @param {import('./runtime/progress.mjs').Progress} progress */
async function buildPackages(progress) {
  const sources = ['packages', 'services', 'gateway', 'scripts/build.mjs'];
  const isSource = (/** @type {string} */ file) => /\.(m?[jt]s|json)$/.test(file);
  await onceFor({
    name: 'build',
    inputs: fingerprint(sources, isSource),
    output: 'packages/kit/dist',
    work: () => progress.step('build', async () => void (await run('node', ['scripts/build.mjs']))),
  });
}

/** The file with the Spanish meanings of errors, from which pages of the documentation are generated. */
const spanishWords = 'packages/api/src/texts/spanish.ts';

/**
 * Builds the documentation that the gateway serves.
 * @param {import('./runtime/progress.mjs').Progress}
 * progress
 */
async function buildSite(progress) {
  await onceFor({
    name: 'site',
    inputs: fingerprint([
      'docs/site',
      'examples',
      'docs/errors.md',
      spanishWords,
      'pnpm-lock.yaml',
    ]),
    output: 'gateway/dist/site/index.html',
    work: () =>
      progress.step('documentation', async () => {
        await run('pnpm', ['--filter', '@timbre/site', 'build']);
      }),
  });
}

/**
 * Builds the console that the gateway serves.
 * @param {import('./runtime/progress.mjs').Progress} progress
 */
async function buildConsole(progress) {
  const sources = ['console', 'clients/typescript/src', 'pnpm-lock.yaml'];
  // The generated types of the client are no input of the build, because the build removes types anyway.
  const isSource = (/** @type {string} */ file) => !file.includes('/generated/');
  await onceFor({
    name: 'console',
    inputs: fingerprint(sources, isSource),
    output: 'gateway/dist/console/index.html',
    work: () =>
      progress.step('console', async () => {
        await run('pnpm', ['--filter', '@timbre/console', 'build']);
      }),
  });
}

/**
 * Runs the `main` function of a script. A SetupError is printed as a sentence.
 * @param {string} url the import.meta.url of the script
 * @param {(args: string[]) => Promise<number>} main
 */
export async function runScript(url, main) {
  const started = process.argv[1];
  if (started === undefined || url !== pathToFileURL(realpathSync(started)).href) return;
  endWithNpm();
  try {
    process.exit(await main(process.argv.slice(2)));
  } catch (error) {
    // For an error response of the API, its sentence is sufficient. The class is compared by name, because
    // its package may not be installed.
    const isSentence = error instanceof SetupError || (error instanceof Error && error.name === 'TimbreError'); // prettier-ignore
    console.error(isSentence ? `\n${error.message}` : error);
    process.exit(1);
  }
}

/**
 * Ends this process when npm is killed. npm forwards signals (the scripts use `exec`, so that signals reach
 * this process), but cannot do so when it is killed.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && process.kill(process.pid, 'SIGTERM'), 500).unref();
}
