// `npm run -s timbre -- cfdi …`: the command line. Standard output carries its answer and nothing else.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './runtime/paths.mjs';
import { runScript, setUp } from './setup.mjs';

const usage = `Usage: npm run -s timbre -- <command> [arguments]
Commands:
  cfdi    build, seal and verify CFDI documents from files (cfdi --help)
`;

/** @param {string[]} args @returns {Promise<number>} */
async function timbre([command, ...args]) {
  if (command !== 'cfdi') {
    const isHelp = command === '--help' || command === 'help';
    (isHelp ? process.stdout : process.stderr).write(usage);
    return isHelp ? 0 : 2;
  }
  await setUp({ quiet: true });
  const require = createRequire(import.meta.url);
  const { cfdiCommand } = require(join(root, 'packages', 'cfdi'));
  return cfdiCommand(args, { stdout: process.stdout, stderr: process.stderr });
}

await runScript(import.meta.url, timbre);
