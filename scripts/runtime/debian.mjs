// Installs programs that are not in npm packages from Debian packages.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { attempt } from './command.mjs';
import { cacheDir, ensureDir } from './paths.mjs';

const systemDirs = ['/usr/bin', '/usr/sbin', '/usr/local/bin'];

/**
 * @param {string} name the name of the program and of its package
 * @returns {string | undefined} the path of the program: on PATH, in a system folder, or unpacked earlier
 */
export function installedProgram(name) {
  const unpacked = ['usr/sbin', 'usr/bin'].map((dir) => join(cacheDir, name, dir));
  const dirs = [...(process.env.PATH ?? '').split(delimiter), ...systemDirs, ...unpacked];
  return dirs.map((dir) => join(dir, name)).find((file) => existsSync(file));
}

/**
 * Installs the package as root. Other accounts download and unpack the package, and the packages in `beside`.
 * @param {string} name
 * @param {{ beside?: string[], note?: (text: string) => void }} [options]
 * @returns {Promise<string | undefined>} the path of the program
 */
export async function installFromDebian(name, { beside = [], note } = {}) {
  const cwd = ensureDir(cacheDir, name);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) =>
    attempt('apt-get', args, { env, onLine: note, cwd });
  if (process.getuid?.() === 0) {
    // Another clone may be installing packages, so apt waits for its lock.
    const options = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60'];
    const install = ['install', ...options, name];
    const { code } = await apt(...install);
    if (code === 127) return undefined;
    // The package lists are updated first, because fresh container images have no lists.
    if (code !== 0 && (await apt('update')).code === 0) await apt(...install);
  } else if ((await apt('download', name, ...beside)).code === 0) {
    const unpack = 'for package in *.deb; do dpkg-deb -x "$package" .; done';
    await attempt('sh', ['-c', unpack], { cwd });
  }
  return installedProgram(name);
}
