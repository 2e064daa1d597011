// `npm run -s timbre -- cfdi …`: the command line. Standard output carries its answer and nothing else.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { root } from './runtime/paths.mjs';
import { runScript, setUp } from './setup.mjs';

const usage = `usage: timbre cfdi show|cadena|verify FILE…
       timbre payroll check FILE
`;

// npm runs scripts in the clone's folder; files are named from where the person is.
const startedIn = process.env.INIT_CWD ?? process.cwd();

const io = {
  readFile: (/** @type {string} */ path) => readFileSync(resolve(startedIn, path)),
  write: (/** @type {string} */ text) => void process.stdout.write(text),
  writeError: (/** @type {string} */ text) => void process.stderr.write(text),
};

/** @param {string[]} args @returns {Promise<number>} */
async function timbre([command, ...args]) {
  if (command !== 'cfdi' && command !== 'payroll') {
    io.writeError(usage);
    return 2;
  }
  await setUp({ quiet: true });
  const require = createRequire(import.meta.url);
  if (command === 'cfdi') return require(join(root, 'packages', 'cfdi')).cfdiCommand(args, io);
  return require(join(root, 'services', 'payroll', 'dist', 'command.js')).payrollCommand(args, io);
}

await runScript(import.meta.url, timbre);
