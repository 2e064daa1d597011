// Determines the location of PostgreSQL's data directory and creates it.
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './command.mjs';
import { deploymentId, ensureDir } from './paths.mjs';
import { canReach, reachableDir } from './unprivileged.mjs';

/** @param {import('./unprivileged.mjs').Account} account */
export function throwAwayHome(account) {
  const home = mkdtempSync(join(tmpdir(), 'timbre-postgres-'));
  return own(home, account);
}

/**
 * Returns the folder for the data. Each major version has a separate folder, because a newer server cannot
 * read the files of an older server.
 * @param {import('./postgres-binaries.mjs').Binaries} binaries
 * @param {import('./unprivileged.mjs').Account} account
 * @param {string} dir the folder with the state of the deployment
 */
export async function keptHome(binaries, account, dir) {
  const isReachable = await canReach(ensureDir(dir), account);
  const place = isReachable ? dir : reachableDir(deploymentId(dir));
  const home = join(place, `postgres-${binaries.major}`);
  const note = join(dir, 'postgres-is-elsewhere.txt');
  if (!isReachable && !existsSync(note)) {
    // The data directory is deleted if the state folder does not refer to it, because it then belongs to an
    // earlier state folder that a person has deleted.
    rmSync(home, { recursive: true, force: true });
    writeFileSync(note, `${home}\n`);
  }
  return own(ensureDir(home), account);
}

/**
 * @param {string} dir
 * @param {import('./unprivileged.mjs').Account} account
 */
function own(dir, account) {
  if ('uid' in account) chownSync(dir, account.uid, account.gid);
  chmodSync(dir, 0o700);
  return dir;
}

/**
 * @param {import('./postgres-binaries.mjs').Binaries} binaries
 * @param {import('./unprivileged.mjs').Account} account
 * @param {string} home
 * @param {string} password
 * @returns {Promise<string>} the data directory, which is created on first use with this superuser password
 */
export async function initialized(binaries, account, home, password) {
  const data = join(home, 'data');
  if (existsSync(join(data, 'PG_VERSION'))) return data;
  // PostgreSQL's own locale C.UTF-8 (from version 17) handles accented letters on every machine,
  // regardless of the installed locales.
  const locale =
    binaries.major >= 17 ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C.UTF-8'];
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if ('uid' in account) chownSync(passwordFile, account.uid, account.gid);
  const unfinished = `${data}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const args = ['-D', unfinished, '-U', 'postgres', '--encoding=UTF8', ...locale, '--no-sync'];
  const access = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await run(join(binaries.bin, 'initdb'), [...args, ...access], { cwd: '/', ...account });
  rmSync(passwordFile);
  renameSync(unfinished, data);
  return data;
}
