// Manages the state folder of `npm start`: finds the process that runs with the folder, and deletes the state
// for `--fresh`.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runs, stopLeftovers } from './children.mjs';
import { SetupError } from './command.mjs';
import { dropDatabase } from './databases.mjs';
import { removeVolumes } from './docker.mjs';
import { cacheDir, deploymentId, ensureDir, productionDir } from './paths.mjs';
import { services } from './services.mjs';
import { reachableDir } from './unprivileged.mjs';

/** @param {string} dir */
const runDirOf = (dir) => join(dir, 'run');

/**
 * @param {string} dir
 * @returns {number | undefined} the process id of the `npm start` that runs with this folder
 */
export function runningStart(dir) {
  const ownPid = join(runDirOf(dir), 'start');
  const pid = existsSync(ownPid) ? Number(readFileSync(ownPid, 'utf8')) : 0;
  return pid > 1 && pid !== process.pid && runs(pid, 'scripts/start.mjs') ? pid : undefined;
}

/**
 * Allows only one `npm start` per state folder, and stops the processes that a crashed run left running.
 * @param {string} dir
 * @returns {Promise<() => Promise<void>>} a function that releases the folder
 */
export async function takeOver(dir) {
  const runDir = runDirOf(dir);
  const ownPid = join(runDir, 'start');
  const pid = runningStart(dir);
  if (pid)
    throw new SetupError(
      `This clone is already running (process ${pid}). End that one first, or run a demo on it: npm start -- --demo shop`,
    );
  await stopLeftovers(ensureDir(runDir));
  writeFileSync(ownPid, String(process.pid));
  return async () => rmSync(ownPid, { force: true });
}

/**
 * Deletes the state of a deployment. The caches and the other deployment remain.
 * @param {string} dir
 * @param {string} suffix the suffix of the database names
 */
export async function removeState(dir, suffix) {
  const kept = [cacheDir, runDirOf(dir), productionDir].map((path) => basename(path));
  for (const name of readdirSync(dir)) {
    if (!kept.includes(name)) rmSync(join(dir, name), { recursive: true, force: true });
  }
  if (process.getuid?.() === 0)
    rmSync(reachableDir(deploymentId(dir)), { recursive: true, force: true });
  await removeVolumes(dir);
  const given = process.env.TIMBRE_POSTGRES_URL;
  if (!given) return;
  for (const { database } of services)
    if (database) await dropDatabase(given, `${database}${suffix}`);
}
