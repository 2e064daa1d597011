// The state of `npm start` in `.timbre/`: the running process, and `--fresh`.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runs, stopLeftovers } from './children.mjs';
import { SetupError } from './command.mjs';
import { dropDatabase } from './databases.mjs';
import { removeVolumes } from './docker.mjs';
import { cacheDir, ensureDir, stateDir } from './paths.mjs';
import { services } from './services.mjs';
import { reachableDir } from './unprivileged.mjs';

const runDir = join(stateDir, 'run');
const ownPid = join(runDir, 'start');

/**
 * Allows one `npm start` per clone and stops the processes that a crashed one left running.
 * @returns {Promise<() => Promise<void>>} releases the clone
 */
export async function takeOver() {
  const pid = existsSync(ownPid) ? Number(readFileSync(ownPid, 'utf8')) : 0;
  if (pid > 1 && pid !== process.pid && runs(pid, 'scripts/start.mjs')) {
    throw new SetupError(`This clone is already running (process ${pid}): end that one first.`);
  }
  await stopLeftovers(ensureDir(runDir));
  writeFileSync(ownPid, String(process.pid));
  return async () => rmSync(ownPid, { force: true });
}

/** Deletes the state; the caches stay. */
export async function removeState() {
  const kept = [cacheDir, runDir].map((dir) => basename(dir));
  for (const name of readdirSync(stateDir)) {
    if (!kept.includes(name)) rmSync(join(stateDir, name), { recursive: true, force: true });
  }
  if (process.getuid?.() === 0) rmSync(reachableDir(), { recursive: true, force: true });
  await removeVolumes();
  const given = process.env.TIMBRE_POSTGRES_URL;
  if (!given) return;
  for (const { database } of services) if (database) await dropDatabase(given, database);
}
