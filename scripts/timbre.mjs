// `npm run -s timbre -- cfdi …`: the command line. Standard output carries the result only.
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { environments } from './runtime/environments.mjs';
import { operatorEnvironment } from './runtime/operator-state.mjs';
import { lawKeyFile, lawVariables } from './runtime/law.mjs';
import { root, stateDir } from './runtime/paths.mjs';
import { runScript, setUp } from './setup.mjs';

const usage = `usage: timbre cfdi show|cadena|verify|check FILE…
       timbre law build|sign|verify|diff|explain FILE…
       timbre accounts check FILE
       timbre listen [--forward URL] [--types TYPES]
       timbre payroll check FILE
       timbre payroll import FILE.csv
       timbre reports check FILE
on the running npm start (--environment production), or where TIMBRE_DATABASE_URL and the like are set:
       timbre organization create|list|archive|restore|delete …
       timbre member invite|login-code|link …
       timbre credential create|revoke …
       timbre application list|disconnect …
their options are in docs/operations.md
`;

// npm runs scripts in the clone's folder; paths are relative to the user's folder.
const startedIn = process.env.INIT_CWD ?? process.cwd();

/** @type {AbortSignal | undefined} */
let ending;

const io = {
  readFile: (/** @type {string} */ path) => readFileSync(resolve(startedIn, path)),
  write: (/** @type {string} */ text) => void process.stdout.write(text),
  writeError: (/** @type {string} */ text) => void process.stderr.write(text),
  writeFile: (/** @type {string} */ path, /** @type {string} */ text) =>
    writeFileSync(resolve(startedIn, path), text),
  ownKey: ownLawKey,
  installation: installedLaw,
  access: apiAccess,
  /** Asked for by a command that goes on until the user ends it; the others end at once. */
  get signal() {
    return (ending ??= interrupted());
  },
};

/** Aborted when the user ends a command that would go on. */
function interrupted() {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  process.once('SIGTERM', () => controller.abort());
  return controller.signal;
}

/** The key by which this clone signs law packs; `npm start` trusts it. */
function ownLawKey() {
  const file = lawKeyFile(stateDir);
  if (!existsSync(file)) {
    mkdirSync(stateDir, { recursive: true });
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  }
  return file;
}

/** The packs of the environment's folder, or of the running `npm start`. */
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

/** The API that the environment names, or the one of the running `npm start`. */
function apiAccess() {
  const { TIMBRE_API_URL: baseUrl, TIMBRE_API_KEY: apiKey } = process.env;
  if (baseUrl && apiKey) return { baseUrl: baseUrl.replace(/\/$/, ''), apiKey };
  const demo = join(root, '.timbre', 'demo.json');
  return existsSync(demo) ? JSON.parse(readFileSync(demo, 'utf8')) : undefined;
}

/** The built file of each command. */
const cfdi = join('packages', 'cfdi');
/** @param {string} service @param {string} command */
const ofService = (service, command) => join('services', service, 'dist', `${command}-command.js`);
/** @type {Record<string, string>} */
const commands = {
  accounts: ofService('accounts', 'accounts'),
  cfdi,
  law: cfdi,
  listen: ofService('webhooks', 'listen'),
  payroll: ofService('payroll', 'payroll'),
  reports: ofService('reports', 'reports'),
};

/** The commands of operators, which the gateway runs on its database. */
const ofOperators = new Set(['organization', 'member', 'credential', 'application', 'oauth']);

/** @param {string[]} args @returns {Promise<number>} */
async function operate(args) {
  await setUp({ quiet: true });
  const at = args.indexOf('--environment');
  const name = at < 0 ? 'sandbox' : args.splice(at, 2)[1];
  const dir = Object.entries(environments).find(([one]) => one === name)?.[1].dir;
  const own = process.env.TIMBRE_DATABASE_URL ? {} : dir && operatorEnvironment(dir);
  if (!own) {
    io.writeError(
      'Nothing runs here: start it with `npm start` and try again in another terminal.\n',
    );
    return 2;
  }
  const main = join(root, 'gateway', 'dist', 'main.js');
  const env = { ...process.env, ...own };
  const { status } = spawnSync(process.execPath, [main, ...args], { env, stdio: 'inherit' });
  return status ?? 1;
}

/** @param {string[]} args @returns {Promise<number>} */
async function timbre([command = '', ...args]) {
  if (ofOperators.has(command)) return operate([command, ...args]);
  const built = Object.hasOwn(commands, command) && commands[command];
  if (!built) {
    io.writeError(usage);
    return 2;
  }
  await setUp({ quiet: true });
  return createRequire(import.meta.url)(join(root, built))[`${command}Command`](args, io);
}

await runScript(import.meta.url, timbre);
