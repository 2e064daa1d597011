// `npm run -s timbre -- cfdi …`: the command line. Standard output carries the result only.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { root } from './runtime/paths.mjs';
import { runScript, setUp } from './setup.mjs';

const usage = `usage: timbre cfdi show|cadena|verify|check FILE…
       timbre payroll check FILE
       timbre payroll import FILE.csv
`;

// npm runs scripts in the clone's folder; paths are relative to the user's folder.
const startedIn = process.env.INIT_CWD ?? process.cwd();

const io = {
  readFile: (/** @type {string} */ path) => readFileSync(resolve(startedIn, path)),
  write: (/** @type {string} */ text) => void process.stdout.write(text),
  writeError: (/** @type {string} */ text) => void process.stderr.write(text),
  access: apiAccess,
};

/** The API that the environment names, or the one of the running `npm start`. */
function apiAccess() {
  const { TIMBRE_API_URL: baseUrl, TIMBRE_API_KEY: apiKey } = process.env;
  if (baseUrl && apiKey) return { baseUrl: baseUrl.replace(/\/$/, ''), apiKey };
  const demo = join(root, '.timbre', 'demo.json');
  return existsSync(demo) ? JSON.parse(readFileSync(demo, 'utf8')) : undefined;
}

/** @param {string[]} args @returns {Promise<number>} */
async function timbre([command, ...args]) {
  if (command !== 'cfdi' && command !== 'payroll') {
    io.writeError(usage);
    return 2;
  }
  await setUp({ quiet: true });
  const require = createRequire(import.meta.url);
  if (command === 'cfdi') return require(join(root, 'packages', 'cfdi')).cfdiCommand(args, io);
  const built = join(root, 'services', 'payroll', 'dist', 'payroll-command.js');
  return require(built).payrollCommand(args, io);
}

await runScript(import.meta.url, timbre);
