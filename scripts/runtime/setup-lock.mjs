// Allows one setup at a time per clone, so `npm test` waits for the setup of `npm start`.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cacheDir, ensureDir } from './paths.mjs';

const lock = join(cacheDir, 'setup.lock');

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock(work) {
  ensureDir(cacheDir);
  while (!acquire()) await sleep(200);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function acquire() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    // Either another run holds the lock, or the run has crashed without removing the lock.
    if (!isHeld()) rmSync(lock, { force: true });
    return false;
  }
}

/**
 * Whether another run holds the lock. If the process of a lock is no longer running, the lock remains from a
 * crash. An empty lock file (pid 0) belongs to a run that is just acquiring the lock. If the lock has just
 * disappeared, it counts as held: another run could acquire the lock before the caller removes the lock
 * file.
 */
function isHeld() {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EPERM' || code === 'ENOENT';
  }
}
