// Starts a NATS server with JetStream: at the given URL, as a local program, or in a container.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf, spawnGuarded, startServer } from './children.mjs';
import { SetupError, toolEnvironment } from './command.mjs';
import { installedProgram, installFromDebian } from './debian.mjs';
import { startNatsContainer } from './docker.mjs';
import { natsConfigFile, natsOperator, passwordVariables } from './nats-users.mjs';
import { ensureDir, root } from './paths.mjs';
import { portOrFree } from './ports.mjs';

const preferredPort = 54_222;
const startTimeoutMs = 30_000;

/**
 * The URL of a server that this function starts has the user with all rights. A process connects at `natsUrlOf`.
 * @param {import('./postgres.mjs').ServerOptions} options keep: the folder of the streams
 * @param {(text: string) => void} [note]
 * @returns {Promise<import('./postgres.mjs').Server>}
 */
export async function startNats({ keep, args, onDeath }, note = () => {}) {
  const given = process.env.TIMBRE_NATS_URL;
  if (given) return { url: given, source: 'TIMBRE_NATS_URL', stop: async () => {} };
  const program =
    installedProgram('nats-server') ?? (await installFromDebian('nats-server', { note }));
  if (program) return startLocal(program, { keep, args, onDeath });
  const container = await startNatsContainer({ keep, secret: newSecret() });
  if (container) return container;
  throw new SetupError(
    'No NATS: put nats-server 2.9.10 or newer on PATH (Debian: apt-get install nats-server), ' +
      'start Docker, or set TIMBRE_NATS_URL.',
  );
}

/**
 * Starts a NATS server that a test may kill and start again. The parameter `store` is the folder of
 * its streams.
 * @returns
 * {Promise<import('./postgres.mjs').OwnServer & { store: string }>}
 */
export async function startOwnNats() {
  const program = installedProgram('nats-server') ?? (await installFromDebian('nats-server'));
  if (program) return startLocal(program, { keep: false });
  throw new SetupError('Tests that stop NATS need the program nats-server on this machine.');
}

/**
 * @param {string} program
 * @param {import('./postgres.mjs').ServerOptions} options
 * @returns {Promise<import('./postgres.mjs').OwnServer & { store: string }>}
 */
async function startLocal(program, { keep, args: more = [], onDeath }) {
  const store = keep ? ensureDir(keep, 'nats') : mkdtempSync(join(tmpdir(), 'timbre-nats-'));
  const port = await portOrFree(keep ? preferredPort : undefined);
  const logFile = keep ? join(ensureDir(keep, 'logs'), 'nats.log') : '/dev/null';
  const log = openSync(logFile, 'a');
  const secret = newSecret();
  const address = ['-a', '127.0.0.1', '-p', String(port)];
  const args = ['--config', join(root, natsConfigFile), '-js', '-sd', store, ...address, ...more];
  const start = () =>
    spawnGuarded(program, args, {
      stdio: ['ignore', log, log],
      env: { ...toolEnvironment(), ...passwordVariables(secret) },
      onDeath: (how) => onDeath?.(`NATS ended (${how}); ${endOf(logFile)}`),
      ...(keep ? { pidFile: join(ensureDir(keep, 'run'), 'nats') } : { temporaryDir: store }),
    });
  const server = await startServer(start, (child) => untilListening(port, child));
  const url = `nats://${natsOperator}:${secret}@127.0.0.1:${port}`;
  return { url, source: program, store, ...server };
}

/** Returns a new password of the operator, which begins with a letter (see nats-users.conf). */
const newSecret = () => `p${randomBytes(16).toString('hex')}`;

/**
 * @param {number} port
 * @param {import('node:child_process').ChildProcess} server
 */
async function untilListening(port, server) {
  const deadline = Date.now() + startTimeoutMs;
  while (!(await accepts(port))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      throw new SetupError('NATS did not start; see nats.log below .timbre/');
    }
    await sleep(25);
  }
}

/**
 * Whether the server accepts connections. The check reads the greeting of the server, because an
 * open port does not prove that JetStream is ready.
 * @param {number} port
 */
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
