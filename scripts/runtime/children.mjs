// Starts child processes that never outlive their parent. The parent stops its child processes in order. If
// the parent is killed, a guard process stops the child processes.
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toolEnvironment } from './command.mjs';
import { ensureDir, root } from './paths.mjs';
import { startAsOne } from './stops.mjs';

/**
 * The time within which a process must end after the stop signal; after this time, it is killed. Processes
 * of Timbre take at most 25 s to stop.
 */
const patienceMs = 30_000;

/**
 * A child process that is stopped when its parent ends.
 * @typedef {object} Guarded
 * @property {import('node:child_process').ChildProcess} child
 * @property {Promise<unknown>} ended
 * @property {() => Promise<void>} stop
 * @property {(signal?: NodeJS.Signals) => Promise<void>} crash
 *
 * The function `crash` kills the process immediately and preserves its temporary folder for a restart.
 */

/**
 * Starts a child process in its own process group, so that Ctrl-C reaches only the parent, which then stops
 * its child processes in order.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { stopSignal?: NodeJS.Signals, stopTimeoutMs?: number,
 * temporaryDir?: string, pidFile?: string, onDeath?(how: string): void }} [options] temporaryDir is removed
 * with the child; pidFile lets the next run find a child process that a crash left running; onDeath is
 * called when the child process ends unexpectedly
 * @returns {Guarded}
 */
export function spawnGuarded(command, args, options = {}) {
  const { stopSignal = 'SIGTERM', stopTimeoutMs = patienceMs, temporaryDir = '' } = options;
  const spawnOptions = { cwd: root, env: toolEnvironment(), ...options };
  const child = spawn(command, args, { ...spawnOptions, detached: true });
  const ended = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  if (child.pid === undefined) return { child, ended, stop: async () => {}, crash: async () => {} };
  const guard = watchOver(child.pid, { stopSignal, stopTimeoutMs, temporaryDir });
  const { pidFile, onDeath } = options;
  let isAskedToEnd = false;
  let isCrash = false;
  const removeDir = () => temporaryDir && rmSync(temporaryDir, { recursive: true, force: true });
  if (pidFile) writeFileSync(pidFile, String(child.pid));
  void ended.then(() => {
    guard.kill('SIGKILL');
    if (pidFile) rmSync(pidFile, { force: true });
    if (!isCrash) removeDir();
    if (!isAskedToEnd) onDeath?.(`${child.signalCode ?? child.exitCode}`);
  });
  return {
    child,
    ended,
    async crash(signal = 'SIGKILL') {
      isCrash = isAskedToEnd = true;
      child.kill(signal);
      await ended;
    },
    async stop() {
      isAskedToEnd = true;
      child.kill(stopSignal);
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      await ended;
      clearTimeout(timer);
      removeDir();
    },
  };
}

/**
 * Starts a server that a test may kill and restart. A server that fails to start is stopped.
 * @param {() => Guarded} start
 * @param {(child: import('node:child_process').ChildProcess) => Promise<void>} untilUp
 * @param {NodeJS.Signals} [crashSignal]
 */
export function startServer(start, untilUp, crashSignal) {
  return startAsOne(async (stops) => {
    let server = start();
    stops.push(() => server.stop());
    await untilUp(server.child);
    return {
      crash: () => server.crash(crashSignal),
      async restart() {
        server = start();
        await untilUp(server.child);
      },
    };
  });
}

/**
 * Starts the guard: a shell that waits until its input closes, and then stops the child process. The kernel
 * closes the input when the parent ends for any reason.
 * @param {number} pid
 * @param {{ stopSignal: NodeJS.Signals, stopTimeoutMs: number, temporaryDir: string }} how
 */
function watchOver(pid, { stopSignal, stopTimeoutMs, temporaryDir }) {
  const script = [
    'read -r _; kill -s "$2" "$1"',
    'n=0; while kill -0 "$1" 2>/dev/null && [ $n -lt "$4" ]; do sleep 0.1; n=$((n+1)); done',
    'kill -s KILL "$1" 2>/dev/null; [ -z "$3" ] || rm -rf "$3"',
  ].join('\n');
  const tenths = String(Math.ceil(stopTimeoutMs / 100));
  const parameters = [String(pid), stopSignal.slice(3), temporaryDir, tenths];
  const guard = spawn('sh', ['-c', script, 'guard', ...parameters], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // The guard must not keep the parent process alive. The parent does not close the guard's input before its
  // own end.
  guard.unref();
  /** @type {import('node:net').Socket} */ (guard.stdin).unref();
  return guard;
}

/**
 * Stops the processes that a crashed run of this clone left running.
 * @param {string} runDir the folder of pid files, each with the name of its process
 */
export async function stopLeftovers(runDir) {
  for (const name of readdirSync(ensureDir(runDir))) {
    const file = join(runDir, name);
    const pid = Number(readFileSync(file, 'utf8'));
    // The operating system may have reused the process id for another program. The commands of this clone's
    // processes contain the path of the clone.
    if (pid > 1 && commandOf(pid).includes(root)) await end(pid);
    rmSync(file, { force: true });
  }
}

/** @param {number} pid */
async function end(pid) {
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + patienceMs;
  while (commandOf(pid) !== '' && Date.now() < deadline) await sleep(50);
  if (commandOf(pid) !== '') process.kill(pid, 'SIGKILL');
}

/**
 * Returns the commands of the running child processes of a process, if the kernel lists them.
 * @param {number} [pid]
 * @returns {string[]}
 */
export function childrenOf(pid) {
  const file = `/proc/${pid}/task/${pid}/children`;
  const pids = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean) : [];
  return pids.map((child) => commandOf(Number(child))).filter(Boolean);
}

/**
 * Whether a process runs this script of this clone, according to the process list.
 * @param {number} pid
 * @param {string} script
 */
export function runs(pid, script) {
  const command = commandOf(pid);
  if (!command.includes(script)) return false;
  if (command.includes(root)) return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === root;
  } catch {
    // Only Linux has /proc. On other systems, only the name of the script can be compared.
    return !existsSync('/proc/self/cwd');
  }
}

/**
 * Returns the end of a log file, which shows why the process ended.
 * @param {string} file
 */
export function endOf(file) {
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(-20);
  return `the end of ${file}:\n${lines.join('\n')}`;
}

/**
 * @param {number} pid
 * @returns {string} the command of the process; empty if the process does not exist
 */
export function commandOf(pid) {
  const file = `/proc/${pid}/cmdline`;
  if (existsSync('/proc/self/cmdline')) {
    return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ') : '';
  }
  const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim();
}
