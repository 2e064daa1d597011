// Runs one process of the deployment: its log file, its readiness and its end.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf, spawnGuarded } from './children.mjs';
import { SetupError } from './command.mjs';
import { ensureDir } from './paths.mjs';
import { mainOf } from './services.mjs';

/**
 * The interval of readiness checks in milliseconds, and their maximum number. All checks together take about
 * a minute. Time during which the machine is suspended does not count.
 */
const readyEveryMs = 50;
const readyLooksMax = 1_200;
const readyTimeoutMs = 5_000;
const warningLevel = 40; // the number that pino uses for warn

/**
 * @param {import('./services.mjs').Service} service
 * @param {NodeJS.ProcessEnv} env
 * @param {object} options
 * @param {string} options.dir
 * @param {(line: string) => void} options.onWarning
 * @param {(message: string) => void} options.onDeath is called when a ready process ends unexpectedly
 * @returns {{ stop(): Promise<void>, kill(): Promise<void>, ready(): Promise<void>, ended: Promise<unknown> }}
 *
 * The function `ready` resolves when the process is ready, and `kill` has the effect of a power failure.
 */
export function startProcess(service, env, { dir, onWarning, onDeath }) {
  const { name, ports } = service;
  const file = join(ensureDir(dir, 'logs'), `${name}.log`);
  const instance = randomUUID();
  let wasReady = false;
  const guarded = spawnGuarded(
    process.execPath,
    [...(service.nodeFlags ?? []), mainOf(service.folder)],
    {
      env: { ...env, TIMBRE_INSTANCE_ID: instance },
      stdio: ['ignore', 'pipe', 'pipe'],
      pidFile: join(ensureDir(dir, 'run'), name),
      onDeath: () => void (wasReady && told('ended').then(onDeath)),
    },
  );
  const { child, ended } = guarded;
  const written = keepLog(guarded, file, (warning) => onWarning(`${name}: ${warning}`));
  const told = async (/** @type {string} */ what) => {
    await written;
    return `${name} ${what} (${child.signalCode ?? child.exitCode}); ${endOf(file)}`;
  };
  const ready = async () => {
    for (let looks = 0; !wasReady; looks += 1) {
      const isUp = await isReady(ports.health ?? ports.http, instance);
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (hasEnded) throw new SetupError(await told('ended before it was ready'));
      if (looks > readyLooksMax) {
        throw new SetupError(`${name} is not ready after a minute; ${endOf(file)}`);
      }
      wasReady = isUp;
      if (!isUp) await sleep(readyEveryMs);
    }
  };
  return { stop: guarded.stop, kill: guarded.crash, ended, ready };
}

/**
 * Writes a child's output to a file and reports warnings.
 * @param {import('./children.mjs').Guarded} guarded
 * @param {string} file
 * @param {(warning: string) => void} onWarning
 * @returns {Promise<unknown>} a promise that settles when the child has ended and its last line is in the file
 */
function keepLog({ child, ended }, file, onWarning) {
  const log = createWriteStream(file);
  let lastWarning = '';
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      const warning = warningIn(line);
      // Only the first of equal warnings is shown, because a warning that repeats every second would hide
      // other warnings. The log file contains all warnings.
      if (warning && warning !== lastWarning) onWarning(warning);
      lastWarning = warning ?? lastWarning;
    });
  }
  return ended.then(() => once(log.end(), 'finish'));
}

/**
 * Whether the process of this deployment responds on the port, and not a process of another clone. The check
 * uses plain HTTP, because a refused `fetch` costs a millisecond of CPU, and nine processes are checked twenty
 * times per second.
 * @param {number | undefined} port
 * @param {string} instance the identifier of the process that must respond
 * @returns {Promise<boolean>}
 */
async function isReady(port, instance) {
  try {
    const host = '127.0.0.1';
    const asked = get({ host, port, path: '/readyz', agent: false, timeout: readyTimeoutMs });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    const [answer] = await once(asked, 'response');
    const said = /** @type {{ instance?: string }} */ (await json(answer));
    return answer.statusCode === 200 && said.instance === instance;
  } catch {
    // If a process does not respond, its readiness is checked again shortly afterwards.
    return false;
  }
}

/**
 * Returns the part of a log line that the console shows: warnings, errors, and lines that are not in log
 * format.
 * @param {string} line
 * @returns {string | undefined}
 */
function warningIn(line) {
  try {
    const { level, msg, err } = JSON.parse(line);
    if (level < warningLevel) return undefined;
    return [msg, err?.message].filter(Boolean).join(': ');
  } catch {
    // A line that is not in log format is shown unchanged.
    return line.trim() || undefined;
  }
}
