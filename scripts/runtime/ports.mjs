// Ports on the loopback interface.
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Where we choose from: below all that the kernel gives to connections, unless it is told otherwise;
 * jest's workers, which know nothing of each other, each in a part of its own. */
const parts = 4;
const size = 3_000;
const first = 20_000 + size * (Number(process.env.JEST_WORKER_ID ?? 0) % parts);
const end = Math.min(first + size, firstOfConnections());
const scarce = size / 2;

/** By this process, so that nobody is given a port which another has not taken up yet. @type {Set<number>} */
const given = new Set();

/**
 * A port nobody listens on, for a process that is still to start. Not one of those that the kernel
 * gives to outgoing connections: any program's next connection could take it before that.
 * @returns {Promise<number>}
 */
export async function freePort() {
  while (given.size < end - first - scarce) {
    const port = randomInt(first, end);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  return listenOnce(0);
}

/** @param {number} [port] @returns {Promise<number>} that port, or a free one when it is taken */
export async function portOrFree(port) {
  return port !== undefined && (await isFree(port)) ? port : freePort();
}

/** @param {number} port */
export function isFree(port) {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

/** The lowest port that the kernel gives to outgoing connections; Linux alone lets it be set freely. */
function firstOfConnections() {
  const file = '/proc/sys/net/ipv4/ip_local_port_range';
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Infinity;
}

/** @param {number} port @returns {Promise<number>} */
function listenOnce(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(address.port));
    });
  });
}
