// `npm run -s timbre -- cfdi …`: the command line of Timbre. Standard output contains only the result.
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { completions } from './runtime/completions.mjs';
import { environments } from './runtime/environments.mjs';
import { operatorEnvironment } from './runtime/operator-state.mjs';
import { lawKeyFile, lawVariables } from './runtime/law.mjs';
import { root, stateDir } from './runtime/paths.mjs';
import { runningStart } from './runtime/run-state.mjs';
import {
  firstWords,
  operatorWords,
  unknownOption,
  usageOf,
  verbsOf,
} from './runtime/timbre-commands.mjs';
import { runScript, setUp } from './setup.mjs';

// npm runs scripts in the folder of the clone, but paths are relative to the user's folder.
const startedIn = process.env.INIT_CWD ?? process.cwd();

/** @type {AbortSignal | undefined} */
let ending;

const io = {
  readFile: (/** @type {string} */ path) => readFileSync(resolve(startedIn, path)),
  write: (/** @type {string} */ text) => void process.stdout.write(text),
  writeError: (/** @type {string} */ text) => void process.stderr.write(text),
  /** The next line of progress overwrites this line. */
  progress: (/** @type {string} */ text) =>
    void (process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}\r`)),
  writeFile: (/** @type {string} */ path, /** @type {string} */ text) =>
    writeFileSync(resolve(startedIn, path), text),
  ownKey: ownLawKey,
  installation: installedLaw,
  access: apiAccess,
  /**
   * The signal for a command that continues until the user ends it. A command that does not use this signal
   * ends immediately when the user interrupts it.
   */
  get signal() {
    return (ending ??= interrupted());
  },
};

/** Returns a signal that aborts when the user ends a continuing command. */
function interrupted() {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  process.once('SIGTERM', () => controller.abort());
  return controller.signal;
}

/** Returns the key with which this clone signs law packs. `npm start` trusts this key. */
function ownLawKey() {
  const file = lawKeyFile(stateDir);
  if (!existsSync(file)) {
    mkdirSync(stateDir, { recursive: true });
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  }
  return file;
}

/**
 * Reads the law packs in the folder that an environment variable names, or the law packs of the running `npm
 * start`.
 */
function installedLaw() {
  const own = lawVariables(stateDir);
  const given = process.env.TIMBRE_LAW_FOLDER;
  const variables = given ? { ...own, ...process.env } : { ...process.env, ...own };
  return {
    folder: given ? resolve(startedIn, given) : own.TIMBRE_LAW_FOLDER,
    trustedKeys: (variables.TIMBRE_LAW_TRUSTED_KEYS ?? 'timbre')
      .split(',')
      .map((key) => key.trim()),
    takesExamples: variables.TIMBRE_LAW_TAKES_EXAMPLES === 'true',
  };
}

/**
 * Returns the access to the API that the environment variables name, or to the API of the running `npm
 * start`.
 */
function apiAccess() {
  const { TIMBRE_API_URL: baseUrl, TIMBRE_API_KEY: apiKey } = process.env;
  if (baseUrl && apiKey) return { baseUrl: baseUrl.replace(/\/$/, ''), apiKey };
  const demo = join(root, '.timbre', 'demo.json');
  return existsSync(demo) ? JSON.parse(readFileSync(demo, 'utf8')) : undefined;
}

const ok = 0;
const unusable = 2;

/** The package or the built file that implements each of these commands. */
const cfdi = join('packages', 'cfdi');
/**
 * @param {string} service
 * @param {string} command
 */
const ofService = (service, command) => join('services', service, 'dist', `${command}-command.js`);
/** @type {Record<string, string>} */
const builtIn = {
  accounts: ofService('accounts', 'accounts'),
  cfdi,
  law: cfdi,
  listen: ofService('webhooks', 'listen'),
  payroll: ofService('payroll', 'payroll'),
  reports: ofService('reports', 'reports'),
};

/**
 * @param {string[]} args
 * @returns {Promise<number>}
 */
async function operate(args) {
  await setUp({ quiet: true });
  const at = args.indexOf('--environment');
  const name = at < 0 ? 'sandbox' : args.splice(at, 2)[1];
  const dir = Object.entries(environments).find(([one]) => one === name)?.[1].dir;
  const isGiven = process.env.TIMBRE_DATABASE_URL !== undefined;
  const own = isGiven ? {} : dir && runningStart(dir) && operatorEnvironment(dir);
  if (!own) {
    io.writeError(
      'Nothing runs here: start it with `npm start` and try again in another terminal.\n',
    );
    return unusable;
  }
  const main = join(root, 'gateway', 'dist', 'main.js');
  const env = { ...process.env, ...own };
  const { status } = spawnSync(process.execPath, [main, ...args], { env, stdio: 'inherit' });
  return status ?? 1;
}

const helpWords = ['--help', '-h', 'help'];

/**
 * @param {string[]} args
 * @returns {Promise<number>}
 */
async function timbre([given = '', ...rest]) {
  const isHelp = [given, ...rest].some((word) => helpWords.includes(word));
  const command = helpWords.includes(given) ? rest[0] : given;
  if (isHelp && (!command || firstWords.includes(command))) {
    io.write(usageOf(command));
    return ok;
  }
  if (command === 'completion') return complete(rest[0]);
  const isOperators = operatorWords.has(given);
  const verb = rest.find((word, at) => !word.startsWith('-') && rest[at - 1] !== '--environment');
  const unknown = unknownOption(given, verb, rest);
  if (unknown) {
    io.writeError(unknown);
    return unusable;
  }
  if (isOperators && verbsOf(given).includes(verb ?? '')) return operate([given, ...rest]);
  const built = Object.hasOwn(builtIn, given) && builtIn[given];
  await setUp({ quiet: true });
  const load = createRequire(import.meta.url);
  if (built) return load(join(root, built))[`${given}Command`](rest, io);
  const { nearest } = load(join(root, 'packages', 'fiscal'));
  io.writeError(isOperators ? unknownVerb(given, verb, nearest) : unknownWord(given, nearest));
  return unusable;
}

/** @typedef {(given: string, known: Iterable<string>) => string | undefined} Nearest */

/**
 * @param {string} given
 * @param {Nearest} nearest
 */
function unknownWord(given, nearest) {
  if (!given) return usageOf();
  const meant = nearest(given, firstWords);
  return `timbre has no command ${given}.${adviceOf(meant)}\n\n${usageOf(meant)}`;
}

/**
 * @param {string} command
 * @param {string | undefined} verb
 * @param {Nearest} nearest
 */
function unknownVerb(command, verb, nearest) {
  if (!verb) return usageOf(command);
  const meant = nearest(verb, verbsOf(command));
  const advice = adviceOf(meant && `${command} ${meant}`);
  return `timbre has no command ${command} ${verb}.${advice}\n\n${usageOf(command)}`;
}

/** @param {string | undefined} meant */
const adviceOf = (meant) => (meant ? ` Did you mean ${meant}?` : '');

/** @param {string | undefined} shell */
function complete(shell) {
  const write = shell && Object.hasOwn(completions, shell) && completions[shell];
  if (write) io.write(write(root));
  else io.writeError(usageOf('completion'));
  return write ? ok : unusable;
}

await runScript(import.meta.url, timbre);
