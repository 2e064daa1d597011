// Assigns ports on the loopback interface, each to only one process of the machine.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The first port of the range. The range is below the ports that Linux uses for outgoing connections (32,768
 * and up).
 */
const first = 20_000;
const end = 26_000;

const triesMax = 1_000;

/**
 * Returns the claim port of a port. A process claims a port by listening on its claim port. The kernel lets
 * only one process listen on a port, and the claim ends with that process. Two processes therefore never get
 * the same port, even if several clones start in the same second.
 * @param {number} port
 */
const signOf = (port) => (port < 32_768 ? port + (end - first) : port - (end - first));

/**
 * Claims and returns a free port for a process that starts later.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const port = randomInt(first, end);
    if (await claim(port)) return port;
  }
  throw new Error(`no free port from ${first} to ${end}`);
}

/**
 * @param {number} [port]
 * @returns {Promise<number>} the given port, or a free port if the given port is taken
 */
export async function portOrFree(port) {
  return port !== undefined && (await claim(port)) ? port : freePort();
}

/**
 * @param {number} port
 * @returns {Promise<number>} the given port, or the next free port above the given port
 */
export async function portOrNext(port) {
  for (let next = port; next < port + triesMax; next += 1) if (await claim(next)) return next;
  throw new Error(`no free port from ${port} upwards`);
}

/**
 * Claims a port for a process of this clone; fails if a program is listening on the port or another process
 * has claimed it.
 * @param {number} port
 * @returns {Promise<boolean>} whether this process has claimed the port
 */
export async function claim(port) {
  const sign = await listen(signOf(port));
  if (!sign) return false;
  // The listener on the claim port is unreferenced, so that it does not keep this process alive.
  sign.unref();
  const probe = await listen(port);
  await new Promise((resolve) => (probe ?? sign).close(resolve));
  return probe !== undefined;
}

/**
 * @param {number} port
 * @returns {Promise<import('node:net').Server | undefined>} undefined if the port is taken
 */
function listen(port) {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
