// Finds the browser for the tests of pages.
import { attempt, SetupError } from './command.mjs';
import { installedProgram, installFromDebian } from './debian.mjs';

/** @returns {Promise<string>} the path of a browser program that runs on this machine */
export async function chromium() {
  const found = installedProgram('chromium');
  if (found && (await runs(found))) return found;
  const installed = await installFromDebian('chromium', { beside: ['chromium-common'] });
  if (installed && (await runs(installed))) return installed;
  throw new SetupError(
    'No browser: put chromium on PATH (Debian: apt-get install chromium), with the libraries it needs.',
  );
}

/**
 * Whether the program can run. The program may lack libraries, because it is unpacked without its
 * dependencies.
 * @param {string} program
 */
const runs = async (program) => (await attempt(program, ['--version'])).code === 0;
