// A NATS server with JetStream: the one at the given URL, a local program, or a container.
import { existsSync, mkdtempSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf, spawnGuarded, startServer } from './children.mjs';
import { attempt, SetupError } from './command.mjs';
import { startNatsContainer } from './docker.mjs';
import { cacheDir, ensureDir, stateDir } from './paths.mjs';
import { portOrFree } from './ports.mjs';

const preferredPort = 54_222;
const startTimeoutMs = 10_000;

/**
 * @param {import('./postgres.mjs').ServerOptions} options keep: streams survive in `.timbre/`
 * @param {(text: string) => void} [note]
 * @returns {Promise<import('./postgres.mjs').Server>}
 */
export async function startNats({ keep, onDeath }, note = () => {}) {
  const given = process.env.TIMBRE_NATS_URL;
  if (given) return { url: given, source: 'TIMBRE_NATS_URL', stop: async () => {} };
  const program = installed() ?? (await installFromDebian(note));
  if (program) return startLocal(program, { keep, onDeath });
  const container = await startNatsContainer({ keep });
  if (container) return container;
  throw new SetupError(
    'No NATS: put nats-server 2.9.10 or newer on PATH (Debian: apt-get install nats-server), ' +
      'start Docker, or set TIMBRE_NATS_URL.',
  );
}

const extracted = join(cacheDir, 'nats-server');

function installed() {
  const debian = ['/usr/sbin', '/usr/local/bin', join(extracted, 'usr', 'sbin')];
  const dirs = [...(process.env.PATH ?? '').split(delimiter), ...debian];
  return dirs.map((dir) => join(dir, 'nats-server')).find((file) => existsSync(file));
}

/**
 * Installs the package as root; other accounts download and unpack it.
 * @param {(text: string) => void} note
 */
async function installFromDebian(note) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ ...args) =>
    attempt('apt-get', args, { env, onLine: note, cwd: ensureDir(extracted) });
  if (process.getuid?.() === 0) {
    // Another clone may be installing: wait for its lock.
    const options = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=60'];
    const install = ['install', ...options, 'nats-server'];
    const { code } = await apt(...install);
    if (code === 127) return undefined;
    // Fresh container images carry no package lists.
    if (code !== 0 && (await apt('update')).code === 0) await apt(...install);
  } else if ((await apt('download', 'nats-server')).code === 0) {
    await attempt('sh', ['-c', 'dpkg-deb -x nats-server_*.deb .'], { cwd: extracted });
  }
  return installed();
}

/** A server that a test may kill and start again. @returns {Promise<import('./postgres.mjs').OwnServer>} */
export async function startOwnNats() {
  const program = installed() ?? (await installFromDebian(() => {}));
  if (program) return startLocal(program, { keep: false });
  throw new SetupError('Tests that stop NATS need the program nats-server on this machine.');
}

/** @param {string} program @param {import('./postgres.mjs').ServerOptions} options
 * @returns {Promise<import('./postgres.mjs').OwnServer>} */
async function startLocal(program, { keep, onDeath }) {
  const store = keep ? ensureDir(stateDir, 'nats') : mkdtempSync(join(tmpdir(), 'timbre-nats-'));
  const port = await portOrFree(keep ? preferredPort : undefined);
  const logFile = keep ? join(ensureDir(stateDir, 'logs'), 'nats.log') : '/dev/null';
  const log = openSync(logFile, 'a');
  const args = ['-js', '-sd', store, '-a', '127.0.0.1', '-p', String(port)];
  const start = () =>
    spawnGuarded(program, args, {
      stdio: ['ignore', log, log],
      onDeath: (how) => onDeath?.(`NATS ended (${how}); ${endOf(logFile)}`),
      ...(keep ? { pidFile: join(ensureDir(stateDir, 'run'), 'nats') } : { temporaryDir: store }),
    });
  const server = await startServer(start, (child) => untilListening(port, child));
  return { url: `nats://127.0.0.1:${port}`, source: program, ...server };
}

/** @param {number} port @param {import('node:child_process').ChildProcess} server */
async function untilListening(port, server) {
  const deadline = Date.now() + startTimeoutMs;
  while (!(await accepts(port))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      throw new SetupError('NATS did not start; see .timbre/logs/nats.log');
    }
    await sleep(25);
  }
}

/** The greeting, not the open port, says that JetStream is up. @param {number} port */
function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (greeting) => {
      resolve(String(greeting).includes('"jetstream":true'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.setTimeout(1000, () => socket.destroy());
  });
}
