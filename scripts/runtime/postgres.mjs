// Starts a PostgreSQL server: at the given URL, as local programs, or in a container.
import { randomBytes } from 'node:crypto';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf, spawnGuarded, startServer } from './children.mjs';
import { SetupError } from './command.mjs';
import { startPostgresContainer } from './docker.mjs';
import { ensureDir } from './paths.mjs';
import { portOrFree } from './ports.mjs';
import { findBinaries } from './postgres-binaries.mjs';
import { backUp, bringBack } from './postgres-backup.mjs';
import { initialized, keptHome, throwAwayHome } from './postgres-data.mjs';
import { readSecret } from './secrets.mjs';
import { startOver } from './state-file.mjs';
import { unprivilegedAccount } from './unprivileged.mjs';

/**
 * A running server and the function that stops it.
 * @typedef {object} Server
 * @property {string} url
 * @property {string} source
 * @property {() => Promise<void>} stop
 */

/**
 * The options for starting a server.
 * @typedef {object} ServerOptions
 * @property {string | false} keep the folder for persistent data; false deletes the data
 * @property {string[]} [args] additional arguments of the local program
 * @property {(message: string) => void} [onDeath] is called when the server ends unexpectedly
 */

/**
 * A server that a test may kill (`crash`) and start again at the same address with its data (`restart`).
 * @typedef {Server & { crash(): Promise<void>, restart(): Promise<void> }} OwnServer
 */

/**
 * A PostgreSQL server that a test may kill and back up (postgres-backup.mjs). The server must be killed before
 * `bringBack`.
 * @typedef {OwnServer & { backUp(): Promise<void>, bringBack(): Promise<void> }} OwnPostgres
 */

const startTimeoutMs = 30_000;
const preferredPort = 54_329;
const wrongPassword = '28P01';
// Test data is deleted after the run, so it need not be written to disk.
const throwAway = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
// With these settings, a killed server loses no committed data, because the kernel has the data before the
// commit is acknowledged.
const crashing = ['fsync=off', 'synchronous_commit=on', 'full_page_writes=off'];

/**
 * @param {ServerOptions} options
 * @returns {Promise<Server>} the server, with the URL of a superuser
 */
export async function startPostgres({ keep, args, onDeath }) {
  const given = process.env.TIMBRE_POSTGRES_URL;
  if (given) {
    await connectOnce(given).catch((error) => {
      throw new SetupError(`TIMBRE_POSTGRES_URL does not lead to a PostgreSQL server: ${error}`);
    });
    return { url: given, source: 'TIMBRE_POSTGRES_URL', stop: async () => {} };
  }
  const account = unprivilegedAccount();
  const binaries = await findBinaries(account);
  if (binaries)
    return startLocal(binaries, account, keep ? [] : throwAway, { keep, args, onDeath });
  const container = await startPostgresContainer({ keep });
  if (container) {
    await untilAccepting(container.url);
    return container;
  }
  throw new SetupError(
    'No PostgreSQL: install PostgreSQL 16 or newer (Debian: apt-get install postgresql), ' +
      'start Docker, or set TIMBRE_POSTGRES_URL to the URL of a superuser.',
  );
}

/**
 * Starts a PostgreSQL server that a test may kill, as in a power failure, and start again.
 * @returns {Promise<OwnPostgres>}
 */
export async function startOwnPostgres() {
  const account = unprivilegedAccount();
  const binaries = await findBinaries(account);
  if (binaries) return startLocal(binaries, account, crashing, { keep: false });
  throw new SetupError('Tests that stop PostgreSQL need its programs on this machine.');
}

/**
 * @param {import('./postgres-binaries.mjs').Binaries} binaries
 * @param {import('./unprivileged.mjs').Account} account
 * @param {string[]} durability
 * @param {ServerOptions} options
 * @returns {Promise<OwnPostgres>}
 */
async function startLocal(binaries, account, durability, { keep, args: more = [], onDeath }) {
  const password = keep ? readSecret('postgresPassword', keep) : randomBytes(16).toString('hex');
  const home = keep ? await keptHome(binaries, account, keep) : throwAwayHome(account);
  const data = await initialized(binaries, account, home, password);
  const port = await portOrFree(keep ? preferredPort : undefined);
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=400',
    'timezone=UTC',
    'log_timezone=UTC',
    ...durability,
  ];
  const logFile = keep ? join(ensureDir(keep, 'logs'), 'postgres.log') : '/dev/null';
  const log = openSync(logFile, 'a');
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting]), ...more];
  const start = () =>
    spawnGuarded(join(binaries.bin, 'postgres'), args, {
      cwd: '/',
      stdio: ['ignore', log, log],
      onDeath: (how) => onDeath?.(`PostgreSQL ended (${how}); ${endOf(logFile)}`),
      stopSignal: keep ? 'SIGINT' : 'SIGQUIT',
      ...(keep ? { pidFile: join(ensureDir(keep, 'run'), 'postgres') } : { temporaryDir: home }),
      ...account,
    });
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  const server = await startServer(start, (child) => untilAccepting(url, child), 'SIGQUIT');
  return {
    url,
    source: `PostgreSQL ${binaries.major}`,
    ...server,
    backUp: () => backUp(url, data, account),
    bringBack: () => bringBack(data, account),
  };
}

/**
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} [server]
 */
async function untilAccepting(url, server) {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      return await connectOnce(url);
    } catch (error) {
      const isRefused = /** @type {{ code?: string }} */ (error).code === wrongPassword;
      if (isRefused || typeof server?.exitCode === 'number' || Date.now() > deadline) {
        throw new SetupError(
          `PostgreSQL did not start: ${error}; see postgres.log below .timbre/. ${startOver}`,
        );
      }
      await sleep(25);
    }
  }
}

/** @param {string} url */
async function connectOnce(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: startTimeoutMs });
  // If a connection breaks while the server starts, the client reports the error twice: by this event and
  // by connect().
  client.on('error', () => {});
  await client.connect();
  await client.end();
}
