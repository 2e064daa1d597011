// One process of the deployment: its log file, its readiness, its death.
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnGuarded } from './children.mjs';
import { SetupError } from './command.mjs';
import { ensureDir } from './paths.mjs';
import { mainOf } from './services.mjs';

/** Looked for so often: about a minute, not counting time in which the machine itself stood still. */
const readyEveryMs = 50;
const readyLooksMax = 1_200;
const warningLevel = 40; // pino's number for warn

/**
 * @param {import('./services.mjs').Service} service @param {NodeJS.ProcessEnv} env
 * @param {{ dir: string, onWarning(line: string): void, onDeath(message: string): void }} options
 * @returns {{ stop(): Promise<void>, kill(): Promise<void>, ready(): Promise<void>,
 *   ended: Promise<unknown> }} ready settles once it answers so; kill: as a power cut does
 */
export function startProcess(service, env, { dir, onWarning, onDeath }) {
  const file = join(ensureDir(dir, 'logs'), `${service.name}.log`);
  const guarded = spawnGuarded(
    process.execPath,
    [...(service.nodeFlags ?? []), mainOf(service.folder)],
    {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      pidFile: join(ensureDir(dir, 'run'), service.name),
    },
  );
  const log = createWriteStream(file);
  let lastWarning = '';
  for (const stream of [guarded.child.stdout, guarded.child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      const warning = warningIn(line);
      // What repeats itself every second would bury everything else; the log has it all.
      if (warning && warning !== lastWarning) onWarning(`${service.name}: ${warning}`);
      lastWarning = warning ?? lastWarning;
    });
  }
  let isStopping = false;
  guarded.child.once('exit', (code, signal) => {
    if (!isStopping) onDeath(`${service.name} ended (${signal ?? code}); its log is ${file}`);
  });
  const stop = () => {
    isStopping = true;
    return guarded.stop();
  };
  const kill = () => {
    isStopping = true;
    return guarded.crash();
  };
  const { ended } = guarded;
  return { stop, kill, ended, ready: () => untilReady(service, guarded.child, file) };
}

/**
 * @param {import('./services.mjs').Service} service
 * @param {import('node:child_process').ChildProcess} child @param {string} file
 */
async function untilReady(service, child, file) {
  const port = service.ports.health ?? service.ports.http;
  for (let looks = 0; !(await isReady(port)); looks += 1) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || looks > readyLooksMax) {
      // What it printed last may still be on its way into the file.
      await sleep(100);
      const end = readFileSync(file, 'utf8').trim().split('\n').slice(-20).join('\n');
      const what = hasEnded ? 'ended before it was ready' : 'is not ready after a minute';
      throw new SetupError(`${service.name} ${what}; the end of ${file}:\n${end}`);
    }
    await sleep(readyEveryMs);
  }
}

/** @param {number} [port] */
async function isReady(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** What a person at the console wants of a log line: warnings, errors, and what is no log line.
 * @param {string} line @returns {string | undefined} */
function warningIn(line) {
  try {
    const { level, msg, err } = JSON.parse(line);
    if (level < warningLevel) return undefined;
    return [msg, err?.message].filter(Boolean).join(': ');
  } catch {
    return line.trim() || undefined;
  }
}
