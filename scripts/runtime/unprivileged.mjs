// PostgreSQL refuses to run as root, so root runs its programs under an existing system account.
import { chmodSync, lstatSync, readFileSync } from 'node:fs';
import { attempt, SetupError } from './command.mjs';
import { ensureDir } from './paths.mjs';

/** @typedef {{ uid: number, gid: number } | {}} Account the spawn options; empty to use the current account */

/** @returns {Account} */
export function unprivilegedAccount() {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const [, , uid, gid] = accounts.find((account) => account[0] === name) ?? [];
    if (uid && uid !== '0') return { uid: Number(uid), gid: Number(gid) };
  }
  throw new SetupError(
    'PostgreSQL cannot run as root: add an account named postgres to this machine',
  );
}

/**
 * @param {string} dir
 * @param {Account} account
 * @returns {Promise<boolean>} whether the account can reach the folder, which must not be below a folder with
 * mode 0700 such as /root
 */
export async function canReach(dir, account) {
  const { code } = await attempt('sh', ['-c', 'cd "$1" && ls >/dev/null', 'reach', dir], {
    cwd: '/',
    ...account,
  });
  return code === 0;
}

/**
 * Returns a folder that every account can access, for clones in folders that other accounts cannot access.
 * @param {string} name
 */
export function reachableDir(name) {
  const dir = ensureDir(`/var/tmp/timbre-${name}`);
  // Any account can create files in /var/tmp, so another account could have created this folder in order to
  // attack.
  const { uid } = lstatSync(dir);
  if (lstatSync(dir).isSymbolicLink() || uid !== process.getuid?.()) {
    throw new SetupError(`${dir} belongs to another account: remove it`);
  }
  chmodSync(dir, 0o755);
  return dir;
}
